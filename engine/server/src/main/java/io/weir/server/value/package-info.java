/**
 * Large values over HTTP: values of any size, stored and read as streams, and uploads that continue
 * after either side has died.
 *
 * <pre>
 * PUT, GET, HEAD, DELETE  /ACCOUNT/T(PartitionKey='p',RowKey='r')/$value/NAME     one value
 * POST                    ../$value/NAME?comp=upload                              begins an upload
 * GET                     ../$value/NAME?comp=uploads                             lists the unfinished ones
 * HEAD, PATCH, DELETE     ../$value/NAME?comp=upload&amp;id=ID                        reports the offset, continues, cancels
 * GET, DELETE             /ACCOUNT/T/$uploads?partition=p                         lists and collects those of a partition
 * </pre>
 *
 * <p>{@link io.weir.server.value.ValueDialect} finds the operation: {@code ValueReads},
 * {@code ValueWrites}, {@code UploadRequests} or {@code PartitionUploads}. {@code ValueTarget} is
 * the value that a request names.
 *
 * <p>The rows are those of {@link io.weir.pattern.large.LargeValues}, so a value that the client
 * library has written is read here, and the reverse. The value {@code NAME} of the entity {@code r}
 * has the row key {@code r!NAME}, as the library's {@code named} says; without a name it has the
 * row key {@code r}.
 *
 * <p>deliberate: the module depends on the library of patterns for that one package,
 * {@code pattern.large}, and no other package of the module may use it. A second implementation of
 * the format would have to be kept equal.
 *
 * <p>Rights: those on the entity of the value's head. A sender that may write it may write the
 * chunks, whatever key ranges its signature has, because their row keys begin with {@code ~chunk!}.
 * See {@code HttpExchange.tablesFor}.
 *
 * <p>Backpressure: {@code ValueContent} requests a chunk of the body when the last batch is stored,
 * and {@code PieceTurns} reads the tree when the client has taken the piece before.
 * {@code RequestMemory} counts the three chunks of 960 KiB that an upload holds in a few forms, and
 * the one that a read holds.
 *
 * <p>Failures: an upload that breaks off, or that the service cannot take for now, leaves the old
 * value, and its stored part as an unfinished upload. If a value turns out to be damaged after its
 * answer has begun, the connection is cut before its last piece, so that no client takes it for
 * whole. {@code Overtaken} is a value that another write has replaced meanwhile: the request begins
 * again.
 *
 * <p>Trust: any program that may write entities may write heads and rows of uploads.
 * {@code pattern.large} checks their numbers.
 *
 * <p>Sources: RFC 9110 (conditions, ranges), RFC 9530 (digests), and "Resumable Uploads for HTTP"
 * of the IETF (draft-ietf-httpbis-resumable-upload), of which this is a subset: no content in the
 * request that begins, no interim responses.
 *
 * <p>Threads: the loop of the connection. The service may signal on any thread.
 */
@NullMarked
package io.weir.server.value;

import org.jspecify.annotations.NullMarked;
