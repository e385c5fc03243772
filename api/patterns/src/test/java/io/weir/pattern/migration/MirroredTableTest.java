package io.weir.pattern.migration;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.FeedItem;
import io.weir.api.Query;
import io.weir.api.TableKey;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.contract.ModelTableService;
import io.weir.api.edm.EdmValue;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ConflictException;
import io.weir.api.error.NotFoundException;
import io.weir.api.filter.Filter;
import io.weir.api.follow.FeedChunk;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.pattern.KilledProgram;
import io.weir.pattern.process.FollowedModel;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A follower that dies before and after each of its requests. Another one goes on at the stored
 * place, and the copy becomes equal.
 */
final class MirroredTableTest {

  private static final TableName TABLE = new TableName("Birds");

  private FollowedModel source = FollowedModel.eager();
  private ModelTableService target = new ModelTableService();

  /** Writes states one by one. */
  private record Singly(TableService service) implements CopyTarget {

    @Override
    public Mono<Boolean> ready(TableName table) {
      return service.createTable(table).onErrorComplete(ConflictException.class).thenReturn(true);
    }

    @Override
    public Mono<Void> write(Map<TableKey, Optional<Entity>> states) {
      return Flux.fromIterable(states.entrySet())
          .concatMap(state -> service
              .write(TABLE, write(state.getKey(), state.getValue()))
              .onErrorComplete(NotFoundException.class))
          .then();
    }

    private static Write write(TableKey key, Optional<Entity> state) {
      return state
          .<Write>map(entity -> new Write.Upsert(entity, WriteMode.REPLACE))
          .orElseGet(() -> new Write.Delete(key.key(), IfMatch.ANY));
    }
  }

  private void begin() {
    source = FollowedModel.eager();
    target = new ModelTableService();
    source.createTable(TABLE).block();
    put(0, 5, 1);
    mirror(source, target).begin().block();
  }

  private void put(int from, int to, int value) {
    for (var row = from; row < to; row++) {
      var bird = Entity.builder("p" + row % 3, "r" + row).set("Value", value).build();
      source.write(TABLE, new Write.Upsert(bird, WriteMode.REPLACE)).block();
    }
  }

  private void remove(int row) {
    source
        .write(TABLE, new Write.Delete(new EntityKey("p" + row % 3, "r" + row), IfMatch.ANY))
        .block();
  }

  private static MirroredTable mirror(TableService from, TableService to) {
    return new MirroredTable(from, new Singly(to), TABLE);
  }

  /**
   * Follows until the last write of a row was repeated. Entities that exist are reported before, in
   * another order.
   */
  private static Mono<FeedChunk> until(MirroredTable mirror, int row) {
    return mirror
        .follow()
        .filter(chunk -> chunk.changes().stream()
            .anyMatch(change -> change.cause() != FeedItem.Cause.EXISTING
                && change.key().rowKey().equals("r" + row)))
        .next();
  }

  private static Map<EntityKey, Map<String, EdmValue>> rows(TableService service) {
    var rows = new TreeMap<EntityKey, Map<String, EdmValue>>();
    service.query(TABLE, Query.ALL).toIterable().forEach(row -> rows.put(row.key(), row.toMap()));
    return rows;
  }

  @Test
  void theCopyBecomesEqualWhereverAFollowerDies() {
    begin();
    var runs = KilledProgram.everywhere(
        (killed, run) -> {
          put(3, 9, 2);
          remove(1);
          return until(
              mirror(
                  killed.reach(TableService.class, source),
                  killed.reach(TableService.class, target)),
              8);
        },
        run -> {
          put(9, 12, 3);
          remove(4);
          until(mirror(source, target), 11).block();
          var copy = new RegionCopy(source, new Singly(target), key -> true, Filter.ALL);

          assertThat(rows(target)).as(run).isEqualTo(rows(source));
          assertThat(copy.repair(TABLE).block()).as(run).isZero();
          assertThat(source.feeds()).as(run).isZero();
          begin();
        });
    assertThat(runs).isGreaterThan(20);
  }

  @Test
  void aRepairMakesTheRegionEqualAndLeavesTheRestAlone() {
    begin();
    put(0, 100, 1);
    until(mirror(source, target), 99).block();
    put(0, 70, 2);
    remove(99);
    var all = new RegionCopy(source, new Singly(target), key -> true, Filter.ALL);
    var part = new RegionCopy(
        source, new Singly(target), key -> key.key().partitionKey().equals("p1"), Filter.ALL);

    assertThat(part.repair(TABLE).block()).isEqualTo(23);
    assertThat(part.repair(TABLE).block()).isZero();
    assertThat(all.removeExtra(TABLE).block()).isEqualTo(1);
    assertThat(all.repair(TABLE).block()).isEqualTo(70 - 23);
    assertThat(rows(target)).isEqualTo(rows(source));
  }
}
