package io.weir.pattern.view;

import io.weir.api.edm.EdmInt64;
import io.weir.api.edm.EdmValue;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityBuilder;
import io.weir.api.entity.EntityKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Rows that summarise groups of entities. */
record AggregatedRows(Function<Entity, Optional<EntityKey>> key, List<Aggregate> aggregates)
    implements ViewShape {

  AggregatedRows {
    aggregates = List.copyOf(aggregates);
  }

  @Override
  public Optional<Contribution.Content> contributed(Entity entity) {
    return key.apply(entity).map(row -> new Contribution.Content(row, values(entity)));
  }

  private Map<String, EdmValue> values(Entity entity) {
    var values = new LinkedHashMap<String, EdmValue>();
    for (var aggregate : aggregates) {
      entity
          .get(aggregate.property())
          .filter(aggregate::takes)
          .ifPresent(value -> values.put(aggregate.property(), value));
    }
    return values;
  }

  @Override
  public List<Rank> ranks(Contribution contribution) {
    var ranks = new ArrayList<Rank>();
    ranks.add(Rank.member(contribution.source()));
    for (var aggregate : aggregates) {
      if (aggregate.isExtreme()) {
        value(aggregate, contribution)
            .flatMap(value -> ValueOrder.of(value)
                .map(order -> new Rank(
                    aggregate.name(),
                    aggregate.kind() == Aggregate.Kind.MAX ? ValueOrder.inverted(order) : order,
                    contribution.source(),
                    Optional.of(value))))
            .ifPresent(ranks::add);
      }
    }
    return ranks;
  }

  @Override
  public int mostRanks() {
    return 1 + decidingLists().size();
  }

  @Override
  public Set<String> decidingLists() {
    var lists = new LinkedHashSet<String>();
    aggregates.stream().filter(Aggregate::isExtreme).map(Aggregate::name).forEach(lists::add);
    return lists;
  }

  @Override
  public GroupState plus(GroupState state, Contribution contribution) {
    return new GroupState(
        state.members() + 1, sums(state, contribution, ExactSum::plus), state.firsts());
  }

  @Override
  public GroupState minus(GroupState state, Contribution contribution) {
    return new GroupState(
        state.members() - 1, sums(state, contribution, ExactSum::minus), state.firsts());
  }

  private Map<String, ExactSum> sums(
      GroupState state,
      Contribution contribution,
      BiFunction<ExactSum, EdmValue, ExactSum> change) {
    var sums = new HashMap<>(state.sums());
    for (var aggregate : aggregates) {
      if (aggregate.kind() == Aggregate.Kind.SUM) {
        value(aggregate, contribution)
            .ifPresent(value -> sums.put(
                aggregate.name(),
                change.apply(sums.getOrDefault(aggregate.name(), ExactSum.NONE), value)));
      }
    }
    sums.values().removeIf(ExactSum.NONE::equals);
    return sums;
  }

  private static Optional<EdmValue> value(Aggregate aggregate, Contribution contribution) {
    return Optional.ofNullable(contribution.content().values().get(aggregate.property()))
        .filter(aggregate::takes);
  }

  @Override
  public Optional<EntityKey> copied(GroupState state) {
    return Optional.empty();
  }

  @Override
  public Entity row(EntityKey key, GroupState state, Optional<Contribution> copied) {
    var row = new EntityBuilder().key(key);
    for (var aggregate : aggregates) {
      value(aggregate, state).ifPresent(value -> row.set(aggregate.name(), value));
    }
    return row.build();
  }

  private static Optional<EdmValue> value(Aggregate aggregate, GroupState state) {
    var name = aggregate.name();
    if (aggregate.kind() == Aggregate.Kind.COUNT) {
      return Optional.of(new EdmInt64(state.members()));
    }
    if (aggregate.kind() == Aggregate.Kind.SUM) {
      return state.sums().getOrDefault(name, ExactSum.NONE).value();
    }
    return Optional.ofNullable(state.firsts().get(name)).flatMap(GroupState.First::value);
  }
}
