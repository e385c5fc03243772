/**
 * The search of one table: its index, and the next one while that is built.
 *
 * <pre>
 * FOLDER/ID/1     an index that answers       consumer $search-ID-1
 * FOLDER/ID/2     its successor               consumer $search-ID-2
 * </pre>
 *
 * <p>The id belongs to the declaration ({@code StoredSearch}), which is a setting of the table's row. A table that is dropped and made again has no
 * declaration, or another id. {@code IndexSuccession} begins with what the folder holds: the latest complete index answers, a later incomplete one
 * goes on being built, everything else is deleted, and so are the consumers of numbers that have no folder. It builds another index when none is complete, when the declared
 * properties or analyzers differ, when the index is damaged or has lost its place in the feed, and when it is told to. The successor takes over
 * when it has caught up with the feed; the earlier one is deleted then.
 *
 * <p>{@code SearchedTable} is the door, which hands tasks over to the worker. {@code IndexSuccession} decides which index answers and which is built,
 * {@code BuildEvents} tells it what becomes of a follower, {@code Discards} closes and deletes, {@code Failure} tries again.
 *
 * <p>Threads: a table belongs to one worker of {@code weir-search-N}. Searches read its volatile {@code SearchView} on any thread.
 *
 * <p>Failures: a disk that fails closes the index; it is opened again after a pause. Searches fail with {@code ServerBusy} and the reason
 * meanwhile. Tables are not affected.
 *
 * <p>Start reading at {@link io.weir.search.table.SearchedTable}.
 */
@NullMarked
package io.weir.search.table;

import org.jspecify.annotations.NullMarked;
