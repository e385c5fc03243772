/**
 * Lines of JSON as files: the output of {@code weir query} and the input of {@code weir import}.
 *
 * <p>A line is an entity in the protocol's JSON at the minimal level; types that JSON does not show are annotated ({@code
 * "Seen@odata.type":"Edm.DateTime"}). {@link io.weir.cli.ndjson.NdjsonFile} reads, {@link io.weir.cli.ndjson.NdjsonOutput} writes; {@link
 * io.weir.server.json} handles the JSON itself.
 *
 * <p>Callers: {@link io.weir.cli.transfer} and {@link io.weir.cli.archive}. Threads: everything here belongs to the one thread that reads or writes, which may block.
 *
 * <p>Failures: {@link io.weir.cli.rows.InputException}, which names the line.
 */
@NullMarked
package io.weir.cli.ndjson;

import org.jspecify.annotations.NullMarked;
