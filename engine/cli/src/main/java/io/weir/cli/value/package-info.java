/**
 * The command {@code weir value}: stores, prints, describes and deletes large values of a running service, and lists and collects unfinished uploads.
 *
 * <p>{@link io.weir.client.WeirValues} sends the requests and continues a transfer whose connection breaks. {@code FileUpload} and {@code
 * FileDownload} transfer a file, {@code FileSource} reads it; {@code UnfinishedUploads} finds the upload that a file continues. {@code
 * io.weir.cli.terminal.Persistence} tries again for longer than the client does, with {@code --resume}.
 *
 * <p>An upload is begun on the service and sent from the stored offset on, so it continues after either side was killed. The service keeps
 * the SHA-256 of the file from the beginning: another file does not continue the upload, and a file that has changed meanwhile does not become
 * the value. If the last answer is lost, the client compares the stored SHA-256 before it reports a failure. A download goes to {@code
 * FILE.part}, which gets its name when its SHA-256 is right.
 *
 * <p>Memory: a few buffers of 64 KiB, whatever the length. Threads: the main thread, which blocks; files are read and written on threads of Reactor
 * that may block, one at a time.
 *
 * <p>Failures: {@link io.weir.cli.terminal.CommandFailure} for options that are wrong, for files that do not fit, and for an output that takes
 * no more; those of the contract and of the network.
 */
@NullMarked
package io.weir.cli.value;

import org.jspecify.annotations.NullMarked;
