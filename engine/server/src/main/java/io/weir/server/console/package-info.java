/**
 * The console: an application for browsers, at {@code /console/} on the ports of tables and of queues.
 *
 * <p>The server contributes files only. They are public and hold no secret. The application in them speaks the public
 * protocols with credentials that a person enters, so it can do nothing that another client cannot do. It runs on the
 * port that served it, and its policy forbids every other origin.
 *
 * <pre>
 * /console                 308 to /console/
 * /console/                index.html
 * /console/service.json    {"service":"tables","queuePort":10001}, which the server writes
 * /console/NAME            a file that the resource files.txt lists; 404 {@code ResourceNotFound} for any other name
 * </pre>
 *
 * <p>{@link io.weir.server.console.Console} decides on the path and the headers, {@code ConsoleFile} holds one file, plain and
 * compressed.
 *
 * <p>Invariants:
 *
 * <ul>
 *   <li>The files are read when the server starts and never change. They take less than a MiB of memory, and an answer shares that
 *       memory.
 *   <li>Each representation has a strong {@code ETag} from the SHA-256 of the file. {@code Cache-Control: no-cache} makes browsers
 *       ask each time, and {@code If-None-Match} makes the answer 304. A new version of the server is therefore seen at once.
 *   <li>Every answer forbids other origins, frames, and scripts and styles within a page ({@code Content-Security-Policy}).
 *   <li>Only GET and HEAD are accepted.
 * </ul>
 *
 * <p>{@code console} is a valid name of an account. An account of that name wins while it is served: data comes before its viewer,
 * and the console is then absent. A host that names an account leaves no path to the console either. {@code /console-secondary} is never
 * the console's.
 *
 * <p>Threads: {@code open} blocks and belongs to the launcher; the rest runs on any loop.
 *
 * <p>Start reading at {@link io.weir.server.console.Console}.
 */
@NullMarked
package io.weir.server.console;

import org.jspecify.annotations.NullMarked;
