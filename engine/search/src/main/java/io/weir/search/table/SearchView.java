package io.weir.search.table;

import io.weir.api.search.SearchDefinition;
import io.weir.api.search.SearchState;
import java.util.Optional;

/**
 * What searches see of a table. Immutable; any thread.
 *
 * @param definition in force; its weights count
 * @param answering the index that answers; empty while there is none
 * @param next its successor, while it is built
 * @param failure why the index cannot be kept; empty unless it has failed
 */
public record SearchView(
    SearchDefinition definition,
    SearchState state,
    Optional<IndexBuild> answering,
    Optional<IndexBuild> next,
    String failure) {}
