package io.weir.pattern.migration;

import io.weir.api.TableKey;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.ServiceFailedException;
import io.weir.pattern.partitioned.ShardMaps;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import reactor.core.publisher.Flux;

/**
 * The shards of a map whose regions can be moved. All programs of a map use equal values.
 *
 * @param services by their names in the map; each has joint commits and joint reads
 * @param mapService has the table of maps
 * @param mapTable the table of maps, which exists
 * @param name the map's name
 * @param fenceTable the table in each service that has the map's fence; made when it is first
 *     needed
 * @param tables the tables that are spread over the shards; empty for all but the two above
 */
public record MovableShards(
    Map<String, TableService> services,
    TableService mapService,
    TableName mapTable,
    String name,
    TableName fenceTable,
    Optional<Set<TableName>> tables) {

  /** The usual table of fences. */
  public static final TableName FENCES = new TableName("ShardFences");

  /** Fails with {@link IllegalArgumentException} for a service without a name. */
  public MovableShards {
    services = Map.copyOf(services);
    tables = tables.map(Set::copyOf);
    if (services.containsKey("")) {
      throw new IllegalArgumentException("A service must have a name. services=" + services.size());
    }
  }

  /** Returns the shards of a stored map, for all tables. */
  public static MovableShards of(
      Map<String, TableService> services,
      TableService mapService,
      TableName mapTable,
      String name) {
    return new MovableShards(services, mapService, mapTable, name, FENCES, Optional.empty());
  }

  /**
   * Returns these shards for some tables, of which the fences are kept in a table of another name.
   */
  public MovableShards only(TableName fences, TableName... others) {
    return new MovableShards(
        services, mapService, mapTable, name, fences, Optional.of(Set.of(others)));
  }

  ShardMaps maps() {
    return ShardMaps.of(mapService, mapTable);
  }

  TableService service(String shard) {
    return Optional.ofNullable(services.get(shard))
        .orElseThrow(() -> new ServiceFailedException(
            ErrorCode.INTERNAL_ERROR, "outcome=notSent shardWithoutService=" + shard, null));
  }

  TableKey fence(String shard) {
    return new TableKey(fenceTable, new EntityKey(name, shard));
  }

  /**
   * Returns the key of the entity in each service that shows in a feed how far the feed has come.
   */
  TableKey mark() {
    return fence("");
  }

  boolean isSpread(TableName table) {
    return tables
        .map(some -> some.contains(table))
        .orElseGet(() -> !table.equals(fenceTable) && !table.equals(mapTable));
  }

  /** Returns the tables of a service that are spread over the shards. */
  Flux<TableName> tablesOf(TableService service) {
    return tables
        .map(some -> Flux.fromIterable(some)
            .sort((one, other) -> one.folded().compareTo(other.folded()))
            .concatMap(service::table))
        .orElseGet(() -> service.tables().filter(this::isSpread));
  }
}
