# The assets are built with everything at hand; the image that runs has only what serving needs.
FROM python:3.13-slim AS build
RUN apt-get update && apt-get install -y --no-install-recommends make && rm -rf /var/lib/apt/lists/*
WORKDIR /house
COPY . .
RUN make install

FROM python:3.13-slim
WORKDIR /house
COPY requirements-uv.lock requirements.lock ./
RUN pip install --no-cache-dir --require-hashes -r requirements-uv.lock \
    && uv pip install --system --no-cache --require-hashes -r requirements.lock
COPY --from=build /house/app app
COPY --from=build /house/migrations migrations
COPY --from=build /house/static static
COPY --from=build /house/templates templates
RUN useradd --system --create-home burgrave && mkdir /data && chown burgrave /data
USER burgrave
ENV HOST=0.0.0.0 PORT=8000 DATA=/data PYTHONDONTWRITEBYTECODE=1
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=15s --timeout=3s --start-period=30s CMD \
    ["python", "-c", "import os, urllib.request as u; u.urlopen(f'http://127.0.0.1:{os.environ[\"PORT\"]}/healthz', timeout=2)"]
CMD ["python", "-m", "app.cli", "serve"]
