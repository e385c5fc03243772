package io.weir.api.contract;

import io.weir.api.TableName;
import io.weir.api.TableWrite;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ConflictException;
import io.weir.api.error.ErrorCode;
import io.weir.api.write.Write;
import io.weir.api.write.WriteResult;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The requests that were carried out, by the tokens of their changes in place. It remembers any
 * number of them for their whole time. Guarded by the monitor of its {@link ModelStore}.
 */
final class ModelTokens {

  /** A token belongs to an entity. */
  private record Owner(ModelTable table, EntityKey key, UUID token) {}

  /** A request that was carried out: what makes another one a repeat of it, and its answer. */
  private record Remembered(List<List<Object>> shape, List<WriteResult> results, Instant at) {}

  private final InstantSource clock;
  private final Map<Owner, Remembered> requests = new HashMap<>();

  ModelTokens(InstantSource clock) {
    this.clock = clock;
  }

  /**
   * Carries a request out and returns its results; if one of its tokens is remembered, returns the
   * results of then.
   *
   * @param tables finds a table; null when there is none
   */
  List<WriteResult> once(
      List<TableWrite> request,
      Function<TableName, @Nullable ModelTable> tables,
      Supplier<List<WriteResult>> work) {
    var owners = request.stream().map(operation -> owner(operation, tables)).toList();
    var shape = request.stream().map(ModelTokens::shape).toList();
    for (var i = 0; i < owners.size(); i++) {
      var known = owners.get(i).map(requests::get).orElse(null);
      if (known != null && clock.instant().isBefore(known.at().plus(Write.Change.TOKEN_LIFE))) {
        return requireSame(known, shape, i).results();
      }
    }
    var results = work.get();
    var remembered = new Remembered(shape, results, clock.instant());
    owners.forEach(owner -> owner.ifPresent(each -> requests.put(each, remembered)));
    return results;
  }

  private static Remembered requireSame(Remembered known, List<List<Object>> shape, int operation) {
    if (!known.shape().equals(shape)) {
      throw new ConflictException(ErrorCode.CHANGE_TOKEN_REUSED, "").atOperation(operation);
    }
    return known;
  }

  private static Optional<Owner> owner(
      TableWrite operation, Function<TableName, @Nullable ModelTable> tables) {
    var table = tables.apply(operation.table());
    return operation instanceof TableWrite.Change written
            && written.write() instanceof Write.Change change
            && table != null
        ? change.token().map(token -> new Owner(table, change.key(), token))
        : Optional.empty();
  }

  /**
   * Returns what must be the same in a repeat. Contents of entities need not be, nor versions of
   * checks, nor the order of a change's operations.
   */
  private static List<Object> shape(TableWrite operation) {
    var what = operation.dispatch(SHAPE);
    return List.of(operation.table().folded(), operation.key(), what);
  }

  private static final TableWrite.Handler<List<Object>> SHAPE = new TableWrite.Handler<>() {
    @Override
    public List<Object> change(TableWrite.Change operation) {
      return operation.write().dispatch(WRITE_SHAPE);
    }

    @Override
    public List<Object> present(TableWrite.Present operation) {
      return List.of("present");
    }

    @Override
    public List<Object> absent(TableWrite.Absent operation) {
      return List.of("absent");
    }
  };

  private static final Write.Handler<List<Object>> WRITE_SHAPE = new Write.Handler<>() {
    @Override
    public List<Object> insert(Write.Insert write) {
      return List.of("insert");
    }

    @Override
    public List<Object> upsert(Write.Upsert write) {
      return List.<Object>of("upsert", write.mode());
    }

    @Override
    public List<Object> update(Write.Update write) {
      return List.of("update", write.mode(), write.ifMatch());
    }

    @Override
    public List<Object> delete(Write.Delete write) {
      return List.of("delete", write.ifMatch());
    }

    @Override
    public List<Object> change(Write.Change write) {
      return List.of(
          Set.copyOf(write.operations()), write.ifMatch(), write.condition(), write.answer());
    }
  };
}
