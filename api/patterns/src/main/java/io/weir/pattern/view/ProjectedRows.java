package io.weir.pattern.view;

import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityBuilder;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.Selection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Rows with properties of one entity. If several entities have one key, the row belongs to the
 * first of them by its own key.
 */
record ProjectedRows(Function<Entity, Optional<EntityKey>> key, Selection selection)
    implements ViewShape {

  @Override
  public Optional<Contribution.Content> contributed(Entity entity) {
    return key.apply(entity)
        .map(row -> new Contribution.Content(row, entity.select(selection).toMap()));
  }

  @Override
  public List<Rank> ranks(Contribution contribution) {
    return List.of(Rank.member(contribution.source()));
  }

  @Override
  public int mostRanks() {
    return 1;
  }

  @Override
  public Set<String> decidingLists() {
    return Set.of(Rank.MEMBERS);
  }

  @Override
  public GroupState plus(GroupState state, Contribution contribution) {
    return new GroupState(state.members() + 1, Map.of(), state.firsts());
  }

  @Override
  public GroupState minus(GroupState state, Contribution contribution) {
    return new GroupState(state.members() - 1, Map.of(), state.firsts());
  }

  @Override
  public Optional<EntityKey> copied(GroupState state) {
    return Optional.ofNullable(state.firsts().get(Rank.MEMBERS))
        .map(first -> Rank.sourceOf(first.rowKey()));
  }

  @Override
  public Entity row(EntityKey key, GroupState state, Optional<Contribution> copied) {
    var row = new EntityBuilder().key(key);
    copied.orElseThrow().content().values().forEach(row::set);
    return row.build();
  }
}
