/**
 * Full-text search in the tables of an engine, by Lucene: the contract {@link io.weir.api.search},
 * embedded.
 *
 * <pre>
 * write -> table -> log -> change feed -> [weir-search-N] index, refresh, commit -> consumer
 * search -> [weir-search-query-N] ranked keys -> table -> entities that exist
 * </pre>
 *
 * <p>{@link io.weir.search.TableSearch} opens the indexes of all accounts of an engine below one
 * folder. Declarations are settings of tables, so they are durable with the table and are dropped
 * with it. Each index is a follower of the table's change feed with a position of its own, and a
 * named consumer keeps the log for it: see {@link io.weir.search.table} and
 * {@link io.weir.search.index}.
 *
 * <p>The folder may be deleted while the engine is closed: the indexes are built again. A backup of
 * the store does not contain it.
 *
 * <p>{@code SearchedTables} keeps one search for each declaration, {@code LeftOvers} deletes what
 * none needs any more, {@code Rankings} runs searches, and {@code PageFill} makes pages of them.
 *
 * <p>Threads: everything that blocks runs on {@code weir-search-N} (indexes) and
 * {@code weir-search-query-N} (searches). {@code weir-search-tables} starts and drops the searches
 * of tables. The queues are bounded; a search or a task that finds its queue full fails with
 * {@code ServerBusy}.
 *
 * <p>Start reading at {@link io.weir.search.TableSearch}.
 */
@NullMarked
package io.weir.search;

import org.jspecify.annotations.NullMarked;
