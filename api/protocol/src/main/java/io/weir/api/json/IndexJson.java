package io.weir.api.json;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.weir.api.entity.EntityKey;
import io.weir.api.filter.Filter;
import io.weir.api.filter.FilterParser;
import io.weir.api.filter.FilterPrinter;
import io.weir.api.index.Duplicate;
import io.weir.api.index.IndexDefinition;
import io.weir.api.index.IndexName;
import io.weir.api.index.IndexState;
import io.weir.api.index.IndexStatus;
import io.weir.api.index.SortProperty;
import java.util.List;
import java.util.Optional;

/**
 * The JSON objects of indexes. Any thread.
 *
 * <pre>
 * definition  {"properties":[{"name":"LastName"},{"name":"Age","descending":true}],"where":"Kind eq 'Owl'","unique":false,"withMissing":true}
 * status      {"name":"byName", members of the definition, "sparse":false,"state":"readable","progress":1.0,"entries":3,"bytes":120}
 *             a unique index that failed has further "duplicate":[{"PartitionKey":"p","RowKey":"r"},{"PartitionKey":"p","RowKey":"s"}]
 *             one whose backfill waits for others has further "waiting":true
 * list        {"value":[status, ..]}
 * </pre>
 *
 * <p>A definition has properties; its other members may be absent. {@code sparse} is the opposite
 * of {@code withMissing}: a definition has one of them, or neither, which means that a unique index
 * is sparse and no other one. Earlier versions of Weir read and write {@code withMissing} alone,
 * whose default was false; they always write it, so that a definition means the same to both sides.
 * A definition with an unknown member is refused, because a misspelt option would declare another
 * index than its author means. Unknown members of a list are ignored: a newer service may write
 * them.
 */
public final class IndexJson {

  private static final JsonForm<Definition> DEFINITION = new JsonForm<>("index", Definition.class);
  private static final JsonForm<Status> STATUS = new JsonForm<>("index", Status.class);
  private static final JsonForm<Statuses> LIST = new JsonForm<>("index", Statuses.class);

  private IndexJson() {}

  private record Definition(
      List<Property> properties,
      Optional<String> where,
      Optional<Boolean> unique,
      Optional<Boolean> withMissing,
      Optional<Boolean> sparse) {

    Definition {
      require(properties, withMissing, sparse);
    }

    static void require(
        List<Property> properties, Optional<Boolean> withMissing, Optional<Boolean> sparse) {
      JsonForm.require(!properties.isEmpty(), "properties");
      JsonForm.require(withMissing.isEmpty() || !withMissing.equals(sparse), "sparse");
    }

    static Definition of(IndexDefinition index) {
      return new Definition(
          index.properties().stream().map(Property::of).toList(),
          Optional.of(index.where())
              .filter(where -> !where.equals(Filter.ALL))
              .map(FilterPrinter::print),
          Optional.of(index.unique()),
          Optional.of(!index.sparse()),
          Optional.empty());
    }

    IndexDefinition definition(IndexName name) {
      return new IndexDefinition(
          name,
          properties.stream().map(Property::property).toList(),
          where.map(FilterParser::parse).orElse(Filter.ALL),
          unique.orElse(false),
          sparse.or(() -> withMissing.map(whole -> !whole)).or(() -> unique).orElse(false));
    }
  }

  private record Property(String name, Optional<Boolean> descending) {

    static Property of(SortProperty property) {
      return new Property(property.name(), flag(property.descending()));
    }

    SortProperty property() {
      return new SortProperty(name, descending.orElse(false));
    }
  }

  private record Status(
      String name,
      List<Property> properties,
      Optional<String> where,
      Optional<Boolean> unique,
      Optional<Boolean> withMissing,
      Optional<Boolean> sparse,
      IndexState state,
      double progress,
      long entries,
      long bytes,
      Optional<List<Key>> duplicate,
      Optional<Boolean> waiting) {

    Status {
      Definition.require(properties, withMissing, sparse);
      JsonForm.require(duplicate.isEmpty() || duplicate.get().size() == 2, "duplicate");
    }

    static Status of(IndexStatus status) {
      var definition = Definition.of(status.definition());
      return new Status(
          status.definition().name().value(),
          definition.properties(),
          definition.where(),
          definition.unique(),
          definition.withMissing(),
          Optional.of(status.definition().sparse()),
          status.state(),
          status.progress(),
          status.entries(),
          status.bytes(),
          Optional.ofNullable(status.duplicate())
              .map(keys -> List.of(Key.of(keys.first()), Key.of(keys.second()))),
          flag(status.waiting()));
    }

    IndexStatus status() {
      return new IndexStatus(
          new Definition(properties, where, unique, withMissing, sparse)
              .definition(new IndexName(name)),
          state,
          progress,
          entries,
          bytes,
          duplicate
              .map(keys -> new Duplicate(keys.get(0).key(), keys.get(1).key()))
              .orElse(null),
          waiting.orElse(false));
    }
  }

  private record Key(
      @JsonProperty("PartitionKey") String partitionKey,
      @JsonProperty("RowKey") String rowKey) {

    static Key of(EntityKey key) {
      return new Key(key.partitionKey(), key.rowKey());
    }

    EntityKey key() {
      return new EntityKey(partitionKey, rowKey);
    }
  }

  private record Statuses(List<Status> value) {}

  /** Returns a member that is written only if it is true. */
  private static Optional<Boolean> flag(boolean value) {
    return value ? Optional.of(true) : Optional.empty();
  }

  /** Returns a definition as a request body. The name is not part of it. */
  public static byte[] write(IndexDefinition definition) {
    return DEFINITION.write(Definition.of(definition));
  }

  /** Returns the status of an index. */
  public static byte[] write(IndexStatus status) {
    return STATUS.write(Status.of(status));
  }

  /** Returns a list of indexes. */
  public static byte[] write(List<IndexStatus> statuses) {
    return LIST.write(new Statuses(statuses.stream().map(Status::of).toList()));
  }

  /**
   * Reads a definition.
   *
   * <p>Fails with {@code InvalidInput}, the member and the offset for a body of another form, and
   * as {@link IndexDefinition} and {@link FilterParser} do.
   */
  public static IndexDefinition read(IndexName name, byte[] body) {
    return DEFINITION.readRequest(body).definition(name);
  }

  /**
   * Reads a list that {@link #write(List)} wrote. Fails with {@code InvalidInput} for another form.
   */
  public static List<IndexStatus> readList(byte[] body) {
    return LIST.readAnswer(body).value().stream().map(Status::status).toList();
  }
}
