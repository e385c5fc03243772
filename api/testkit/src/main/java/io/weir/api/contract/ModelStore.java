package io.weir.api.contract;

import io.weir.api.Continuation;
import io.weir.api.JointCommit;
import io.weir.api.Page;
import io.weir.api.Query;
import io.weir.api.StreamItem;
import io.weir.api.TableKey;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.TableSetting;
import io.weir.api.TableWrite;
import io.weir.api.edm.EdmDateTime;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ConflictException;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.TableServiceException;
import io.weir.api.filter.Filter;
import io.weir.api.index.IndexDefinition;
import io.weir.api.index.IndexName;
import io.weir.api.index.IndexStatus;
import io.weir.api.write.Batch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteResult;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The state of a {@link ModelTableService}: tables by lower-case name, and the clock.
 *
 * <p>Any thread. deliberate: every operation holds this object's monitor from beginning to end.
 * Each operation is therefore atomic, and all operations have one order. This is slow and obviously
 * correct.
 */
final class ModelStore {

  private final InstantSource clock;
  private final TreeMap<String, ModelTable> tables = new TreeMap<>();
  private final ModelTokens tokens;
  private long lastTicks;

  ModelStore(InstantSource clock) {
    this.clock = clock;
    this.tokens = new ModelTokens(clock);
  }

  synchronized void create(TableName name) {
    if (tables.putIfAbsent(name.folded(), new ModelTable(name, clock)) != null) {
      throw new ConflictException(ErrorCode.TABLE_ALREADY_EXISTS, "table=" + name);
    }
  }

  synchronized void drop(TableName name) {
    var table = tables.remove(name.folded());
    if (table == null) {
      throw new NotFoundException(ErrorCode.RESOURCE_NOT_FOUND, "table=" + name);
    }
    table.drop();
  }

  synchronized @Nullable TableName find(TableName name) {
    var table = tables.get(name.folded());
    return table == null ? null : table.name();
  }

  synchronized Page<TableName> list(Query query) {
    var items = new ArrayList<TableName>();
    var from = query.from() == null ? "" : query.from().key().partitionKey();
    var scanned = 0;
    for (var table : tables.tailMap(from).values()) {
      if (items.size() == Math.min(query.top(), Page.MAX_ITEMS)) {
        var next = Continuation.at(new EntityKey(table.name().folded(), ""), query.direction());
        return new Page<>(
            items, query.top() == 0 ? null : next, ModelTable.report(scanned, items.size()));
      }
      scanned++;
      if (ModelFilter.ofTable(table.name()).matches(query.filter())) {
        items.add(table.name());
      }
    }
    return new Page<>(items, null, ModelTable.report(scanned, items.size()));
  }

  synchronized @Nullable Entity get(TableName name, EntityKey key) {
    return existing(name).get(key);
  }

  synchronized WriteResult write(TableName name, Write write) {
    try {
      return once(List.of(TableWrite.of(name, write)), () -> List.of(written(name, write)))
          .get(0);
    } catch (TableServiceException e) {
      throw e.atOperation(TableServiceException.NO_OPERATION);
    }
  }

  private List<WriteResult> once(List<TableWrite> request, Supplier<List<WriteResult>> work) {
    return tokens.once(request, name -> tables.get(name.folded()), work);
  }

  private WriteResult written(TableName name, Write write) {
    var table = existing(name);
    var evaluation = new ModelEvaluation();
    evaluation.add(table, write.key(), () -> table.evaluate(write));
    return table.apply(write, evaluation.outcomes().get(0), nextTicks());
  }

  synchronized List<WriteResult> submit(TableName name, Batch batch) {
    var request =
        batch.writes().stream().map(write -> TableWrite.of(name, write)).toList();
    return once(request, () -> submitted(name, batch));
  }

  private List<WriteResult> submitted(TableName name, Batch batch) {
    var table = existing(name);
    var evaluation = new ModelEvaluation();
    for (var write :
        batch.writes()) { // its keys are distinct, so no write depends on another one's outcome
      evaluation.add(table, write.key(), () -> table.evaluate(write));
    }
    var outcomes = evaluation.outcomes();
    var ticks = nextTicks();
    var results = new ArrayList<WriteResult>();
    for (var i = 0; i < outcomes.size(); i++) {
      results.add(table.apply(batch.writes().get(i), outcomes.get(i), ticks));
    }
    return List.copyOf(results);
  }

  synchronized List<WriteResult> commit(JointCommit commit) {
    return once(commit.operations(), () -> committed(commit));
  }

  private List<WriteResult> committed(JointCommit commit) {
    var evaluation = new ModelEvaluation();
    for (var operation : commit.operations()) {
      evaluation.add(operation, () -> existing(operation.table()));
    }
    var outcomes = evaluation.outcomes();
    var ticks = nextTicks();
    var results = new ArrayList<WriteResult>();
    for (var i = 0; i < outcomes.size(); i++) {
      results.add(
          commit.operations().get(i) instanceof TableWrite.Change change
              ? existing(change.table()).apply(change.write(), outcomes.get(i), ticks)
              : WriteResult.REMOVED);
    }
    return List.copyOf(results);
  }

  synchronized List<Optional<Entity>> getAll(List<TableKey> keys) {
    if (keys.isEmpty() || keys.size() > TableService.MAX_KEYS) {
      throw new InvalidRequestException(ErrorCode.INVALID_INPUT, "keys=" + keys.size());
    }
    var entities = new ArrayList<Optional<Entity>>();
    for (var key : keys) {
      try {
        entities.add(Optional.ofNullable(existing(key.table()).get(key.key())));
      } catch (TableServiceException e) {
        throw e.atOperation(entities.size());
      }
    }
    if (entities.stream()
            .flatMap(Optional::stream)
            .mapToLong(each -> each.encoded().length)
            .sum()
        > JointCommit.MAX_BYTES) {
      throw new InvalidRequestException(ErrorCode.INVALID_INPUT, "limit=" + JointCommit.MAX_BYTES);
    }
    return List.copyOf(entities);
  }

  synchronized void deleteRange(TableName name, Filter keys) {
    var table = existing(name);
    ModelKeyFilter.require(keys);
    table.deleteRange(keys);
  }

  synchronized void createIndex(TableName name, IndexDefinition definition) {
    existing(name).createIndex(definition);
  }

  synchronized List<IndexStatus> indexes(TableName name) {
    return existing(name).indexStatuses();
  }

  synchronized void dropIndex(TableName name, IndexName index) {
    existing(name).indexes().drop(index);
  }

  synchronized <T> void set(TableName name, TableSetting<T> setting, T value) {
    existing(name).set(setting, value);
  }

  synchronized void clear(TableName name, TableSetting<?> setting) {
    existing(name).clear(setting);
  }

  synchronized <T> @Nullable T setting(TableName name, TableSetting<T> setting) {
    return existing(name).setting(setting).orElse(null);
  }

  synchronized Page<Entity> page(TableName name, Query query) {
    return existing(name).page(query);
  }

  synchronized ModelStream open(TableName name, Query query) {
    return new ModelStream(existing(name), query);
  }

  synchronized @Nullable StreamItem next(ModelStream stream) {
    return stream.next();
  }

  private ModelTable existing(TableName name) {
    var table = tables.get(name.folded());
    if (table == null) {
      throw new NotFoundException(ErrorCode.TABLE_NOT_FOUND, "table=" + name);
    }
    return table;
  }

  private long nextTicks() {
    lastTicks = Math.max(EdmDateTime.of(clock.instant()).ticks(), lastTicks + 1);
    return lastTicks;
  }
}
