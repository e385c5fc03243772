/**
 * Speaks the standard dialect over plain HTTP: pooled connections, signatures, JSON rows and batch bodies.
 *
 * <p>{@link io.weir.perf.http.HttpConnections} opens connections of HTTP/1.1 or HTTP/2. {@link io.weir.perf.http.RestSignature} signs a
 * request with the development key. {@link io.weir.perf.http.StreamBody} reads a whole table.
 *
 * <p>Threads: any thread; only closing and {@link io.weir.perf.http.StreamBody#read} block. Failures: {@link io.weir.perf.http.WrongAnswer} if a server refuses a request.
 */
@NullMarked
package io.weir.perf.http;

import org.jspecify.annotations.NullMarked;
