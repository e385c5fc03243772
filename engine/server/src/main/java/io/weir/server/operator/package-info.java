/**
 * The operator's view of a service: status, shards, backups, advice on tables, metrics, probes, and
 * the console.
 *
 * <p><b>Administration.</b> What a service tells its operator, and what the operator has it do:
 *
 * <pre>
 * GET  /ACCOUNT/?comp=status                 StatusDialect   versions, settings, latest log lines
 * GET  /ACCOUNT/?comp=shards                 ShardsDialect   what each shard and loop has cost, and the busiest partitions
 * PUT  /ACCOUNT/?comp=shards&amp;shard=S&amp;loop=L   ShardsDialect   moves a shard to a loop; 202
 * GET  /ACCOUNT/?comp=cluster                ClusterDialect  the nodes of the cluster, as this one sees them
 * POST /ACCOUNT/?comp=cluster&amp;to=ID          ClusterDialect  hands the leadership to a node, or to the one with most entries
 * PUT  /ACCOUNT/?comp=cluster&amp;node=ID&amp;address=HOST:PORT  ClusterDialect  begins to add a node; 202. With {@code &amp;listener=true} one that never votes
 * DELETE /ACCOUNT/?comp=cluster&amp;node=ID      ClusterDialect  begins to remove a node; 202
 * POST /ACCOUNT/$backup?name=NAME            BackupDialect   writes a backup to the server's disk, with its progress as lines
 * GET  /ACCOUNT/?comp=advice                 AdviceDialect   what the engine advises on the account's tables
 * GET  /ACCOUNT/TABLE?comp=advice            AdviceDialect   the same for one table
 * </pre>
 *
 * <p>Each is authenticated with an account key. Status, shards, nodes and backups concern the whole
 * store, so only the operator's account may ask for them ({@link ServiceStatus#operator}). Advice
 * concerns the account's own tables, but shows keys of partitions and names of properties, so a
 * shared access signature is refused.
 *
 * <p>Status:
 * {@code {"started":"2026-11-27T09:00:00Z","versions":[{"name":"Weir","version":"1.0"},..],
 * "settings":[{"name":"--port","value":"10002","origin":"default"},..],
 * "log":[{"at":..,"level":..,"logger":..,"thread":..,"text":..},..]}}. A setting that is a secret
 * has {@code "value":null} and {@code "secret":true}. The log holds the newest lines, the oldest
 * first, and no lines of the access log.
 *
 * <p>Shards hold the partitions of all accounts, so their numbers are those of the whole store, and
 * a move concerns all accounts. Names and keys are shown of the account's own tables only. A moved
 * shard's next turn runs on its new loop.
 *
 * <p>Nodes ({@link io.weir.server.json.NodesDocument}):
 *
 * <pre>
 * {"node":"a","role":"leader","term":4,"leader":"a","nodes":[{"id":"a","lacks":0},{"id":"b","address":"10.0.0.2:10005","lacks":0,"silence":0.1},..],
 *  "change":{"action":"add","node":"d","state":"running","note":"fetches a copy of the store"}}
 * </pre>
 *
 * A node that does not lead refuses changes as {@code ServerBusy} and names the leader.
 *
 * <p>Backups: the operator configures their folder when the server starts; a request only names a
 * folder inside it. A backup contains the whole store, with all accounts. Its lines are:
 *
 * <pre>
 * {"$progress":{"task":"Copying","bytes":"1048576","of":"70000000"}}   the progress
 * {"$end":{"name":"..","bytes":"..","created":"..",..}}              the backup is complete, verified and durable
 * {"$error":{"message":".."}}                                          the backup has failed; its files are deleted
 * </pre>
 *
 * <p>Advice ({@link io.weir.engine.advice}):
 *
 * <pre>
 * {"observing":true,"every":64,"seconds":1800,"advice":[
 *   {"kind":"missingIndex","table":"Birds","finding":"..","evidence":{"answers":10,..},
 *    "action":"..","commands":["weir index create .."],"pattern":"index-tables"}]}
 * </pre>
 *
 * <p><b>Metrics.</b> Counters and times are Prometheus text at {@code /metrics}, and the probes are
 * {@code /health}, {@code /health/ready} and {@code /health/leader}. They require no key:
 * {@link io.weir.server.http.MetricsExposure} says whether they are shown on the service's port, on
 * their own port, or nowhere. {@link io.weir.server.operator.ServerMetrics} owns the registry.
 * {@link io.weir.server.operator.RequestMetrics} observes every request. Other packages register
 * their gauges. {@link io.weir.server.operator.Readiness} tells why the server should receive no
 * requests.
 *
 * <p><b>The console</b> is an application for browsers, at {@code /console/} on the ports of tables
 * and of queues. The server contributes files only. They are public and hold no secret. The
 * application in them speaks the public protocols with credentials that a person enters, so it can
 * do nothing that another client cannot do. It runs on the port that served it, and its policy
 * forbids every other origin.
 *
 * <pre>
 * /console                 308 to /console/
 * /console/                index.html
 * /console/service.json    {"service":"tables","queuePort":10001}, which the server writes
 * /console/NAME            a file that the resource files.txt lists; 404 {@code ResourceNotFound} for any other name
 * </pre>
 *
 * <p>{@link io.weir.server.operator.Console} decides on the path and the headers,
 * {@code ConsoleFile} holds one file, plain and compressed.
 *
 * <p>Invariants of the console:
 *
 * <ul>
 *   <li>The files are read when the server starts and never change. They take less than a MiB of
 *       memory, and an answer shares that memory.
 *   <li>Each representation has a strong {@code ETag} from the SHA-256 of the file.
 *       {@code Cache-Control: no-cache} makes browsers ask each time, and {@code If-None-Match}
 *       makes the answer 304. A new version of the server is therefore seen at once.
 *   <li>Every answer forbids other origins, frames, and scripts and styles within a page
 *       ({@code Content-Security-Policy}).
 *   <li>Only GET and HEAD are accepted.
 * </ul>
 *
 * <p>{@code console} is a valid name of an account. An account of that name wins while it is
 * served: data comes before its viewer, and the console is then absent. A host that names an
 * account leaves no path to the console either. {@code /console-secondary} is never the console's.
 *
 * <p>Threads: the loop of the connection. Partitions and advice are collected from all loops; a
 * backup is copied on a thread of the engine. Any thread may record metrics, without a lock.
 * Opening the console blocks and belongs to the launcher.
 *
 * <p>Failures: {@code AuthorizationFailure} for another account or without an account key;
 * {@code NotImplemented} for a service without a status, a folder for backups, shards, nodes or
 * advice; {@code TableNotFound}; {@code InvalidInput} for an invalid name of a backup, or for a
 * shard or a loop that the store does not have, or for a change of nodes that cannot be made now;
 * {@code ResourceAlreadyExists} for the name of a backup that exists; {@code ServerBusy} when a
 * loop does not answer. A backup that fails later reports it in its last line. No failure reveals a
 * path of the server.
 *
 * <p>Start reading at {@link io.weir.server.operator.StatusDialect},
 * {@link io.weir.server.operator.ServerMetrics} and {@link io.weir.server.operator.Console}.
 */
@NullMarked
package io.weir.server.operator;

import org.jspecify.annotations.NullMarked;
