package io.weir.pattern.view;

import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * How contributions become the rows of a view. Implementations are immutable and pure; any thread.
 */
sealed interface ViewShape permits ProjectedRows, AggregatedRows {

  /**
   * Returns what an entity contributes. Empty for an entity without a key in the view. Fails as the
   * user's functions do.
   */
  Optional<Contribution.Content> contributed(Entity entity);

  /**
   * Returns the ranks of a contribution, {@link Rank#member} among them; at most
   * {@link #mostRanks}.
   */
  List<Rank> ranks(Contribution contribution);

  int mostRanks();

  /** Returns the lists whose first rank is part of the state. */
  Set<String> decidingLists();

  /** Returns a state with one more contribution, apart from its firsts. */
  GroupState plus(GroupState state, Contribution contribution);

  /** Returns a state with one contribution less, apart from its firsts. */
  GroupState minus(GroupState state, Contribution contribution);

  /**
   * Returns the contribution that is copied to the row, by its entity. Empty for rows that follow
   * from the state alone.
   */
  Optional<EntityKey> copied(GroupState state);

  /**
   * Returns the row of a state.
   *
   * @param copied the contribution that {@link #copied} names
   */
  Entity row(EntityKey key, GroupState state, Optional<Contribution> copied);
}
