/**
 * Backups on demand: {@code POST /ACCOUNT/$backup?name=NAME}, signed as any request, writes one on the server's own disk and tells line
 * by line how far it is.
 *
 * <pre>
 * {"$progress":{"task":"Copying","bytes":"1048576","of":"70000000"}}   how far it is
 * {"$end":{"name":"..","bytes":"..","created":"..",..}}              it is whole, verified and durable
 * {"$error":{"message":".."}}                                          it is not, and why; nothing is left behind
 * </pre>
 *
 * <p>The folder that takes backups is the operator's choice at the start; a request only names a folder inside it, and without the
 * choice there are none. A backup is of the whole store, of every account.
 *
 * <p>Threads: a request runs on the loop of its connection; the copying on a thread of the engine.
 *
 * <p>Failures: {@code NotImplemented} without a folder, {@code InvalidInput} for a name that may not be, {@code ResourceAlreadyExists} for
 * one that is taken; what happens later stands in the last line. None of them names a folder of the server.
 */
@NullMarked
package io.weir.server.backup;

import org.jspecify.annotations.NullMarked;
