/**
 * The pattern "large entities": values of any size, as chunks in the rows of one partition.
 *
 * <pre>
 * row                                    contents
 * ROW                                    the head: length, SHA-256, media type, generation, size of chunks
 * ~chunk!ROW!GENERATION!NUMBER           a chunk: up to 15 properties of 64 KiB, and their CRC-32C
 * ~upload!ROW!GENERATION                 a generation that no head names: an upload, with its position and, if it is known, SHA-256; or a
 *                                        value that was replaced
 * </pre>
 *
 * <p>Invariants: a head names a generation only when all its chunks are stored. A generation has
 * chunks only while a head or an upload row names it, except between the last two steps of its
 * removal, and these begin again from the upload row. Chunks never change.
 *
 * <p>Any program may write rows with these keys. {@code ChunkLength}, {@code LargeValue} and
 * {@code ValueUpload} check every stored number before it is the size of an array, and
 * {@code UnusedGenerations} reads the head before it removes chunks.
 *
 * <p>Begin at {@link io.weir.pattern.large.LargeValues}. {@link io.weir.pattern.large.ValueUpload}
 * is an upload that may be continued.
 *
 * <p>Demand: content is requested one buffer at a time, and read ahead by one chunk. Threads: those
 * of the service. Failures: those of {@link io.weir.api.TableService}; a missing or damaged chunk
 * is a {@code ServiceFailedException}, a row with other numbers than a value's an
 * {@code InvalidRequestException}.
 */
@NullMarked
package io.weir.pattern.large;

import org.jspecify.annotations.NullMarked;
