package io.weir.engine;

import static java.util.stream.Collectors.toMap;

import io.weir.api.AccountName;
import io.weir.api.TableName;
import io.weir.api.entity.EntityKey;
import io.weir.engine.balance.PartitionHeat;
import io.weir.engine.catalog.Table;
import io.weir.engine.index.TreeKeys;
import io.weir.engine.observe.Observed;
import io.weir.engine.observe.PartitionName;
import io.weir.engine.observe.PartitionTally;
import io.weir.engine.store.Store;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Finds the partitions of an account that receive most requests. Any thread. */
final class HotPartitions {

  private final Store store;
  private final Map<Integer, TableName> tables;
  private final Observed observed;

  HotPartitions(Store store, AccountName account, Observed observed) {
    this.store = store;
    this.observed = observed;
    this.tables =
        store.catalog().tables(account).values().stream().collect(toMap(Table::id, Table::name));
  }

  /** Returns at most so many, those with most requests first. */
  List<PartitionHeat> most(int number) {
    return observed.partitions().entrySet().stream()
        .filter(each -> tables.containsKey(each.getKey().tableId()))
        .map(each -> partition(each.getKey(), each.getValue()))
        .sorted(Comparator.comparing(PartitionHeat::requests).reversed())
        .limit(number)
        .toList();
  }

  private PartitionHeat partition(PartitionName name, PartitionTally tally) {
    var key = new EntityKey(name.partitionKey(), "").encoded();
    return new PartitionHeat(
        Objects.requireNonNull(tables.get(name.tableId())),
        name.partitionKey(),
        store.groups().ofTreeKey(TreeKeys.of(name.tableId(), key)),
        tally.reads(),
        tally.writes(),
        observed.span());
  }
}
