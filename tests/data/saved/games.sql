BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0003');
CREATE TABLE events (
	game VARCHAR(32) NOT NULL, 
	number INTEGER NOT NULL, 
	at DATETIME NOT NULL, 
	what TEXT NOT NULL, 
	request VARCHAR(72), 
	PRIMARY KEY (game, number), 
	FOREIGN KEY(game) REFERENCES games (id) ON DELETE CASCADE
);
INSERT INTO "events" VALUES('friends',1,'2026-01-01 12:00:00.000000','{"kind":"created","player":1,"game":"factor-clash","setup":"2-20","opponent":"friend","names":["Ann","Ben"],"programs":[null,null],"seed":7,"target":2,"has_swap":true}',NULL);
INSERT INTO "events" VALUES('friends',2,'2026-01-01 12:02:00.000000','{"kind":"joined","player":2,"name":"Bob"}','1:2');
INSERT INTO "events" VALUES('friends',3,'2026-01-01 12:03:00.000000','{"kind":"move","player":1,"ply":1,"move":14}',NULL);
INSERT INTO "events" VALUES('friends',4,'2026-01-01 12:04:00.000000','{"kind":"swap","player":2,"is_taken":true}','1:4');
INSERT INTO "events" VALUES('friends',5,'2026-01-01 12:05:00.000000','{"kind":"move","player":1,"ply":2,"move":7}','1:5');
INSERT INTO "events" VALUES('friends',6,'2026-01-01 12:06:00.000000','{"kind":"next","player":1}',NULL);
INSERT INTO "events" VALUES('friends',7,'2026-01-01 12:07:00.000000','{"kind":"move","player":2,"ply":1,"move":12}','1:7');
INSERT INTO "events" VALUES('friends',8,'2026-01-01 12:08:00.000000','{"kind":"swap","player":1,"is_taken":false}','1:8');
INSERT INTO "events" VALUES('friends',9,'2026-01-01 12:09:00.000000','{"kind":"move","player":1,"ply":2,"move":6}',NULL);
INSERT INTO "events" VALUES('friends',10,'2026-01-01 12:10:00.000000','{"kind":"offer","player":1,"what":"takeback"}','1:10');
INSERT INTO "events" VALUES('friends',11,'2026-01-01 12:11:00.000000','{"kind":"declined","player":2}','1:11');
INSERT INTO "events" VALUES('friends',12,'2026-01-01 12:12:00.000000','{"kind":"move","player":2,"ply":3,"move":9}',NULL);
INSERT INTO "events" VALUES('friends',13,'2026-01-01 12:13:00.000000','{"kind":"offer","player":1,"what":"takeback"}','1:13');
INSERT INTO "events" VALUES('friends',14,'2026-01-01 12:14:00.000000','{"kind":"takeback","player":1}','1:14');
INSERT INTO "events" VALUES('friends',15,'2026-01-01 12:15:00.000000','{"kind":"move","player":1,"ply":2,"move":10}',NULL);
INSERT INTO "events" VALUES('friends',16,'2026-01-01 12:16:00.000000','{"kind":"move","player":2,"ply":3,"move":5}','1:16');
INSERT INTO "events" VALUES('friends',17,'2026-01-01 12:17:00.000000','{"kind":"resigned","player":1}','1:17');
INSERT INTO "events" VALUES('friends',18,'2026-01-01 12:18:00.000000','{"kind":"next","player":1}',NULL);
INSERT INTO "events" VALUES('friends',19,'2026-01-01 12:19:00.000000','{"kind":"move","player":1,"ply":1,"move":17}','1:19');
INSERT INTO "events" VALUES('friends',20,'2026-01-01 12:20:00.000000','{"kind":"swap","player":2,"is_taken":true}','1:20');
INSERT INTO "events" VALUES('friends',21,'2026-01-01 12:21:00.000000','{"kind":"offer","player":2,"what":"rematch"}',NULL);
INSERT INTO "events" VALUES('friends',22,'2026-01-01 12:22:00.000000','{"kind":"rematch","player":2,"seed":8}','1:22');
INSERT INTO "events" VALUES('friends',23,'2026-01-01 12:23:00.000000','{"kind":"move","player":2,"ply":1,"move":15}','1:23');
INSERT INTO "events" VALUES('computer',1,'2026-01-01 12:00:00.000000','{"kind":"created","player":2,"game":"divisor-duel","setup":"60+48","opponent":"computer","names":["Computer","Zoë"],"programs":["lookahead:3",null],"seed":123456789}',NULL);
INSERT INTO "events" VALUES('computer',2,'2026-01-01 12:02:00.000000','{"kind":"move","player":1,"ply":1,"move":"60/3"}','1:2');
INSERT INTO "events" VALUES('computer',3,'2026-01-01 12:03:00.000000','{"kind":"hint","player":2,"step":1,"text":"Look at 48."}',NULL);
INSERT INTO "events" VALUES('computer',4,'2026-01-01 12:04:00.000000','{"kind":"hint","player":2,"step":2,"text":"Compare 48/2 and 48/3.","moves":["48/2","48/3"]}','1:4');
INSERT INTO "events" VALUES('computer',5,'2026-01-01 12:05:00.000000','{"kind":"move","player":2,"ply":2,"move":"48/2"}','1:5');
INSERT INTO "events" VALUES('computer',6,'2026-01-01 12:06:00.000000','{"kind":"move","player":1,"ply":3,"move":"24/2"}',NULL);
INSERT INTO "events" VALUES('computer',7,'2026-01-01 12:07:00.000000','{"kind":"takeback","player":2}','1:7');
INSERT INTO "events" VALUES('computer',8,'2026-01-01 12:08:00.000000','{"kind":"move","player":2,"ply":2,"move":"48/3"}','1:8');
INSERT INTO "events" VALUES('one-device',1,'2026-01-01 12:00:00.000000','{"kind":"created","player":1,"game":"factor-frenzy","setup":"2-30","opponent":"one-device","names":["Ann","Ben"],"programs":[null,null],"seed":7,"moves":["17","22"],"target":3}',NULL);
INSERT INTO "events" VALUES('one-device',2,'2026-01-01 12:02:00.000000','{"kind":"move","player":1,"ply":3,"move":9}','1:2');
INSERT INTO "events" VALUES('one-device',3,'2026-01-01 12:03:00.000000','{"kind":"resigned","player":2}',NULL);
INSERT INTO "events" VALUES('one-device',4,'2026-01-01 12:04:00.000000','{"kind":"takeback","player":2}','1:4');
INSERT INTO "events" VALUES('one-device',5,'2026-01-01 12:05:00.000000','{"kind":"move","player":2,"ply":4,"move":20}','1:5');
INSERT INTO "events" VALUES('one-device',6,'2026-01-01 12:06:00.000000','{"kind":"resigned","player":1}',NULL);
INSERT INTO "events" VALUES('one-device',7,'2026-01-01 12:07:00.000000','{"kind":"next","player":2}','1:7');
INSERT INTO "events" VALUES('one-device',8,'2026-01-01 12:08:00.000000','{"kind":"move","player":2,"ply":1,"move":23}','1:8');
INSERT INTO "events" VALUES('waiting',1,'2026-01-01 12:00:00.000000','{"kind":"created","player":2,"game":"factor-duel","setup":"2-20","opponent":"friend","names":["Ann","Ben"],"programs":[null,null],"seed":7,"has_swap":true}',NULL);
CREATE TABLE games (
	id VARCHAR(32) NOT NULL, 
	invitation BLOB, 
	touched DATETIME NOT NULL, is_played BOOLEAN DEFAULT 0 NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "games" VALUES('friends',X'696E7669746174696F6E','2026-01-01 12:00:00.000000',0);
INSERT INTO "games" VALUES('computer',NULL,'2026-01-01 12:00:00.000000',0);
INSERT INTO "games" VALUES('one-device',NULL,'2026-01-01 12:00:00.000000',0);
INSERT INTO "games" VALUES('waiting',X'696E7669746174696F6E','2026-01-01 12:00:00.000000',0);
CREATE TABLE probe (
	mark VARCHAR(16) NOT NULL, 
	PRIMARY KEY (mark)
);
INSERT INTO "probe" VALUES('e1f3c14fe8338ad4');
CREATE TABLE seats (
	game VARCHAR(32) NOT NULL, 
	player INTEGER NOT NULL, 
	token BLOB NOT NULL, 
	PRIMARY KEY (game, player), 
	FOREIGN KEY(game) REFERENCES games (id) ON DELETE CASCADE
);
INSERT INTO "seats" VALUES('friends',1,X'667269656E6473');
INSERT INTO "seats" VALUES('friends',2,X'667269656E64');
INSERT INTO "seats" VALUES('computer',2,X'636F6D7075746572');
INSERT INTO "seats" VALUES('one-device',1,X'6F6E652D646576696365');
INSERT INTO "seats" VALUES('waiting',2,X'77616974696E67');
CREATE INDEX games_touched ON games (touched);
CREATE UNIQUE INDEX events_request ON events (game, request);
CREATE INDEX games_played_touched ON games (is_played, touched);
COMMIT;
