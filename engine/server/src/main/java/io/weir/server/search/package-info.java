/**
 * Full-text search over HTTP, for a backend that has it:
 *
 * <pre>
 * GET    /ACCOUNT/TABLE?$search=words     ranked entities; also $filter, $select, $top, $skip; as JSON or lines
 * PUT    /ACCOUNT/TABLE?comp=search       declares the searched properties
 * GET    /ACCOUNT/TABLE?comp=search       definition and state
 * POST   /ACCOUNT/TABLE?comp=search       builds the index again
 * DELETE /ACCOUNT/TABLE?comp=search       drops definition and index
 * GET    /ACCOUNT/$search                 definition and state for each table that has one
 * </pre>
 *
 * <p>{@link io.weir.server.search.SearchDialect} is asked before the dialects that answer queries. Without a search the server does not ask it, and
 * {@code $search} fails with {@code NotImplemented} like any option that the server does not know.
 *
 * <p>A search needs the right to query all keys of the table: scores tell of the whole table, so a signature of a range of keys is refused.
 * Declarations need an account key. The search itself is an implementation of {@link io.weir.api.search.SearchService}, which the launcher passes in {@code Backend}.
 *
 * <p>Threads: the loop of the connection.
 */
@NullMarked
package io.weir.server.search;

import org.jspecify.annotations.NullMarked;
