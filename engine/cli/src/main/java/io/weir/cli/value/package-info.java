/**
 * The command {@code weir value}: stores, prints, describes and deletes large values of a running service over HTTP, and lists and collects
 * unfinished uploads.
 *
 * <p>{@code ValueAddress} names a value, {@code ValueRequests} sends signed requests, {@code FileUpload} and {@code FileDownload} transfer a
 * file, and {@code Persistence} goes on after a broken connection or a stopped service, if {@code --resume} says so.
 *
 * <p>An upload is begun on the service and sent from the stored offset on, so it continues after either side was killed. Its last request
 * carries the SHA-256 of the file: a file that has changed meanwhile does not become the value. A download goes to {@code FILE.part}, which
 * gets its name when its SHA-256 is right.
 *
 * <p>Memory: one buffer of 64 KiB and those of the JDK's HTTP client, whatever the length. Threads: the main thread, which blocks; the client
 * reads the file on a thread of its own.
 *
 * <p>Failures: {@link io.weir.cli.terminal.CommandFailure} for options that are wrong and files that do not fit; those of the contract and of
 * the network.
 */
@NullMarked
package io.weir.cli.value;

import org.jspecify.annotations.NullMarked;
