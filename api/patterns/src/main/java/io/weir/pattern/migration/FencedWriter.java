package io.weir.pattern.migration;

import io.weir.api.JointCommit;
import io.weir.api.Page;
import io.weir.api.Query;
import io.weir.api.TableKey;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.TableWrite;
import io.weir.api.entity.Entity;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import java.util.ArrayList;
import java.util.List;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The writes of a migration to its region in one shard. Each is a joint commit with the check of
 * the shard's fence, so it takes effect only while no other program has taken the migration over.
 * Immutable; any thread.
 */
record FencedWriter(TableService service, TableKey key, Fence fence, KeyRegion region) {

  /**
   * Most bytes of entities in a commit, apart from the last one: a quarter of the most that a
   * service takes.
   */
  private static final int ENOUGH_BYTES = JointCommit.MAX_BYTES / 4;

  private static final int MOST_WRITES = JointCommit.MAX_OPERATIONS - 1;

  static TableWrite storing(TableName table, Entity entity) {
    return TableWrite.of(table, new Write.Upsert(entity, WriteMode.REPLACE));
  }

  static TableWrite removing(TableKey entity) {
    return TableWrite.of(entity.table(), new Write.Delete(entity.key(), IfMatch.ANY));
  }

  /**
   * Carries out writes to different entities, in as few commits as they fit in, one after another.
   * A removed entity must exist.
   */
  Mono<Void> write(List<TableWrite> writes) {
    return Flux.fromIterable(commits(writes)).concatMap(service::commit).then();
  }

  private List<JointCommit> commits(List<TableWrite> writes) {
    var commits = new ArrayList<JointCommit>();
    var open = new ArrayList<TableWrite>();
    var bytes = 0L;
    for (var write : writes) {
      if (open.isEmpty()) {
        open.add(fence.check(key));
      }
      open.add(write);
      bytes += write instanceof TableWrite.Change change ? change.write().weightBytes() : 0;
      if (open.size() > MOST_WRITES || bytes > ENOUGH_BYTES) {
        commits.add(new JointCommit(open));
        open.clear();
        bytes = 0;
      }
    }
    if (!open.isEmpty()) {
      commits.add(new JointCommit(open));
    }
    return commits;
  }

  /** Removes all entities of the region from a table, page by page. */
  Mono<Void> empty(TableName table) {
    var all = Query.ALL.where(region.filter()).select("PartitionKey", "RowKey");
    return Pages.of(service, table, all)
        .concatMap(page -> remove(table, page), 0)
        .then();
  }

  private Mono<Void> remove(TableName table, Page<Entity> page) {
    return write(page.items().stream()
        .filter(entity -> region.contains(entity.partitionKey()))
        .map(entity -> removing(new TableKey(table, entity.key())))
        .toList());
  }
}
