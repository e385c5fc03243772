package io.weir.pattern.view;

import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Computes the state of one row of a view again, from its ranks and the contributions that they
 * name.
 *
 * <p>Takes the entities of the row's partition in their order. Belongs to one reader.
 */
final class GroupFold {

  /**
   * An entity of the table of groups.
   *
   * @param contribution of the rank's entity; empty for a state
   */
  record Item(Entity entity, Optional<Contribution> contribution) {}

  private final ViewShape shape;
  private final EntityKey row;
  private final Map<String, GroupState.First> firsts = new HashMap<>();
  private final List<EntityKey> dangling = new ArrayList<>();
  private GroupState state = GroupState.EMPTY;
  private @Nullable GroupState stored;
  private @Nullable Contribution firstMember;

  GroupFold(ViewShape shape, EntityKey row) {
    this.shape = shape;
    this.row = row;
  }

  GroupFold add(Item item) {
    if (ViewTables.isState(item.entity())) {
      stored = ViewTables.state(item.entity());
      return this;
    }
    var rowKey = item.entity().rowKey();
    var held = item.contribution().filter(known -> known.row().equals(row));
    var rank = held.flatMap(known ->
        shape.ranks(known).stream().filter(each -> each.rowKey().equals(rowKey)).findFirst());
    if (held.isPresent() && rank.isPresent()) {
      add(rank.get(), held.get());
    } else {
      dangling.add(item.entity().key());
    }
    return this;
  }

  private void add(Rank rank, Contribution held) {
    if (rank.list().equals(Rank.MEMBERS)) {
      state = shape.plus(state, held);
      firstMember = firstMember == null ? held : firstMember;
    }
    if (shape.decidingLists().contains(rank.list())) {
      firsts.putIfAbsent(rank.list(), GroupState.First.of(rank));
    }
  }

  EntityKey row() {
    return row;
  }

  GroupState state() {
    return state.withFirsts(state.isEmpty() ? Map.of() : firsts);
  }

  /**
   * Whether the stored state is another one. A stored state without members is another one than
   * none.
   */
  boolean isStateWrong() {
    return stored == null ? !state.isEmpty() : !stored.equals(state()) || state.isEmpty();
  }

  /** Returns the row as it should be. Empty for a row without contributions. */
  Optional<Entity> expected() {
    return state.isEmpty()
        ? Optional.empty()
        : Optional.of(shape.row(row, state(), Optional.ofNullable(firstMember)));
  }

  /** Returns the ranks that belong to no contribution. */
  List<EntityKey> dangling() {
    return dangling;
  }
}
