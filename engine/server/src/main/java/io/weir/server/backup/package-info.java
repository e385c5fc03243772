/**
 * Backups on demand. {@code POST /ACCOUNT/$backup?name=NAME}, authenticated with a key of the operator's account, writes a backup to the server's disk and
 * reports its progress line by line:
 *
 * <pre>
 * {"$progress":{"task":"Copying","bytes":"1048576","of":"70000000"}}   the progress
 * {"$end":{"name":"..","bytes":"..","created":"..",..}}              the backup is complete, verified and durable
 * {"$error":{"message":".."}}                                          the backup has failed; its files are deleted
 * </pre>
 *
 * <p>The operator configures the folder for backups when the server starts. A request only names a folder inside it. Without a configured
 * folder there are no backups. A backup contains the whole store, with all accounts.
 *
 * <p>Threads: a request runs on the loop of its connection, copying on a thread of the engine.
 *
 * <p>Failures: {@code AuthorizationFailure} for another account, {@code NotImplemented} if no folder is configured, {@code InvalidInput} for an invalid name, {@code ResourceAlreadyExists}
 * for an existing name. A later failure is reported in the last line. No failure reveals a path of the server.
 */
@NullMarked
package io.weir.server.backup;

import org.jspecify.annotations.NullMarked;
