/**
 * The REST dialect: the protocol of the Azure Table service. Its SDKs and tools work unchanged.
 * Full-text search is beside it, for a backend that has it.
 *
 * <p>{@link io.weir.server.rest.RestDialect} creates a {@code Route} for each request. The route
 * maps resource and verb to an operation of {@code ServiceOperations}, {@code TableOperations},
 * {@code PolicyOperations}, {@code EntityReads}, {@code EntityWrites}, {@code RangeDeletion} or
 * {@code Transactions}, which runs it and creates the response.
 *
 * <p>Headers and options are parsed by {@code Negotiation}, {@code Preference},
 * {@code Preconditions}, {@code QueryReader} and {@code ContinuationToken}.
 *
 * <p><b>Transactions</b> are {@code multipart/mixed} bodies that contain HTTP requests. Source: RFC
 * 2046, section 5.1, and RFC 9112, section 2. {@code MultipartReader} splits a body into parts,
 * {@code EmbeddedRequest} parses the request in a part, {@code MultipartWriter} writes responses.
 * Parsing creates views of the body, not copies. Its time is linear in the length of the body, for
 * every body. It accepts some deviations of public clients: lines that end with a bare line feed,
 * blank lines before the first boundary and between headers and body, a last boundary without its
 * two trailing hyphens.
 *
 * <p><b>Search:</b>
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
 * <p>{@link io.weir.server.rest.SearchDialect} is asked before the dialects that answer queries.
 * Without a search the server does not ask it, and {@code $search} fails with
 * {@code NotImplemented} like any option that the server does not know. A search needs the right to
 * query all keys of the table: scores tell of the whole table, so a signature of a range of keys is
 * refused. Declarations need an account key. The search itself is an implementation of
 * {@link io.weir.api.search.SearchService}, which the launcher passes in {@code Backend}.
 *
 * <p>Threads: the loop of the connection. The result of a write arrives on the loop of its shard;
 * the response is written on the loop of the connection again.
 *
 * <p>Failures: typed, with the codes of the protocol. {@link io.weir.server.http} converts them
 * into responses. An unsupported request fails with {@code NotImplemented}, a body that is no
 * transaction with {@code InvalidInput} and the expected syntax.
 */
@NullMarked
package io.weir.server.rest;

import org.jspecify.annotations.NullMarked;
