UPDATE match
SET seed = 'seed of this match',
    watch = 'watchword' || id,
    invite = CASE key WHEN :key THEN 'INVITE-WORD-ONE-11' ELSE 'INVITE-WORD-TWO-22' END
WHERE key IN (:key, :private);

UPDATE seat SET nonce = 'nonce of seat';

UPDATE seat SET handover = 'HANDOVER-OF-ALICE-33' FROM match
WHERE match_id = match.id AND key = :key AND seat = 0;

INSERT INTO listener (match_id, person_id, note)
SELECT match.id, person.id, 'note-of-alice' FROM match, person WHERE key = :key AND name = 'Alice'
ON CONFLICT (match_id, person_id) DO UPDATE SET note = excluded.note;

INSERT INTO talk (match_id, name, gallery, body, stir)
SELECT id, 'Charlie', true, 'word-of-the-gallery', 1 FROM match WHERE key = :key;

INSERT INTO letter (match_id, sender, readers, turn, body)
SELECT id, 0, readers, 1, body FROM match,
(VALUES (CAST('{0,1}' AS smallint[]), 'letter-from-alice-to-bob'), ('{0}', 'letter-of-alice-alone'))
AS written (readers, body) WHERE key = :key;

INSERT INTO address (person_id, channel, target, label, base, token, confirmed)
SELECT id, 'mail', 'alice@secret.test', 'alice@secret.test', 'http://burgrave.test',
'token-that-stops', now() FROM person WHERE name = 'Alice';

INSERT INTO deed (admin_id, kind, detail, reason)
SELECT id, 'person.disable', '{}', 'reason-of-a-deed' FROM person WHERE name = 'Agnes';

INSERT INTO admin_link (id, token) VALUES (1, 'token-of-the-first-admin')
ON CONFLICT (id) DO UPDATE SET token = excluded.token;

INSERT INTO account_link (token_hash, kind, note, uses, expires)
VALUES ('digest of a link', 'register', 'note-of-a-link', 1, now() + interval '1 day')
