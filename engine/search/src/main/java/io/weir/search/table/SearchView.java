package io.weir.search.table;

import io.weir.api.search.SearchDefinition;
import io.weir.api.search.SearchState;
import java.util.Optional;

/**
 * The state of a table's indexes that searches see. Immutable; any thread.
 *
 * @param definition in force; its weights count
 * @param answering the index that answers; empty while there is none
 * @param next its successor, while it is built
 * @param isBuilding whether a successor is necessary or asked for and does not answer yet; it may
 *     not have begun
 * @param failure why the index, or its successor, cannot be kept at present; empty without a
 *     failure
 */
public record SearchView(
    SearchDefinition definition,
    SearchState state,
    Optional<IndexBuild> answering,
    Optional<IndexBuild> next,
    boolean isBuilding,
    String failure) {}
