/**
 * The command {@code weir value}: stores, prints, describes and deletes large values of a running service over HTTP, and lists and collects
 * unfinished uploads.
 *
 * <p>{@code ValueAddress} names a value, {@code ValueRequests} sends signed requests, and {@code TimedAnswer} is an answer whose reads end in
 * time. {@code FileUpload} and {@code FileDownload} transfer a file; {@code UnfinishedUploads} finds the upload that a file continues. {@code
 * io.weir.cli.terminal.Persistence} tries again after a broken connection or a stopped service, with {@code --resume}.
 *
 * <p>An upload is begun on the service and sent from the stored offset on, so it continues after either side was killed. The service keeps
 * the SHA-256 of the file from the beginning: another file does not continue the upload, and a file that has changed meanwhile does not become
 * the value. If the last answer is lost, the command compares the stored SHA-256 before it reports a failure. A download goes to {@code
 * FILE.part}, which gets its name when its SHA-256 is right.
 *
 * <p>Memory: one buffer of 64 KiB and those of the JDK's HTTP client, whatever the length. Threads: the main thread, which blocks; the client
 * reads the file on a thread of its own.
 *
 * <p>Failures: {@link io.weir.cli.terminal.CommandFailure} for options that are wrong, for files that do not fit, and for an output that takes
 * no more; those of the contract and of the network.
 */
@NullMarked
package io.weir.cli.value;

import org.jspecify.annotations.NullMarked;
