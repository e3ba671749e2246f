# The assets are built with everything at hand; the image that runs has only what serving needs.
FROM python:3.13-slim AS build
WORKDIR /house
COPY . .
RUN ["python", "app/tools/install.py"]

FROM python:3.13-slim
WORKDIR /house
COPY requirements-uv.lock requirements.lock ./
RUN pip install --no-cache-dir --require-hashes -r requirements-uv.lock \
    && uv pip install --system --no-cache --require-hashes -r requirements.lock \
    && useradd --system --uid 10001 --create-home burgrave \
    && install --directory --owner=burgrave --mode=0700 /data /backups
COPY --from=build /house/app app
COPY --from=build /house/migrations migrations
COPY --from=build /house/static static
COPY --from=build /house/templates templates
USER 10001
ENV HOST=0.0.0.0 PORT=8000 DATA=/data PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1
VOLUME ["/data", "/backups"]
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s CMD \
    ["python", "-c", "import os, urllib.request as u; u.urlopen(f'http://127.0.0.1:{os.environ[\"PORT\"]}/healthz', timeout=2)"]
ENTRYPOINT ["python", "-m", "app.cli"]
CMD ["serve"]
