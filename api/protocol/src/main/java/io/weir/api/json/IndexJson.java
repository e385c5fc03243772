package io.weir.api.json;

import io.weir.api.entity.EntityKey;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.filter.Filter;
import io.weir.api.filter.FilterParser;
import io.weir.api.filter.FilterPrinter;
import io.weir.api.index.Duplicate;
import io.weir.api.index.IndexDefinition;
import io.weir.api.index.IndexName;
import io.weir.api.index.IndexState;
import io.weir.api.index.IndexStatus;
import io.weir.api.index.SortProperty;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

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
 * <p>A definition has properties; its other members may be absent. {@code sparse} is the opposite of {@code withMissing}: a definition has
 * one of them, or neither, which means that a unique index is sparse and no other one. Earlier versions of Weir read and write {@code
 * withMissing} alone, whose default was false; they always write it, so that a definition means the same to both sides. A definition with an unknown member is refused, because a misspelt
 * option would declare another index than its author means. Unknown members of a list are ignored: a newer service may write them.
 */
public final class IndexJson {

  private static final String NAME = "name";
  private static final String PROPERTIES = "properties";
  private static final String DESCENDING = "descending";
  private static final String WHERE = "where";
  private static final String UNIQUE = "unique";
  private static final String WITH_MISSING = "withMissing";
  private static final String SPARSE = "sparse";
  private static final String STATE = "state";
  private static final String PROGRESS = "progress";
  private static final String ENTRIES = "entries";
  private static final String BYTES = "bytes";
  private static final String DUPLICATE = "duplicate";
  private static final String WAITING = "waiting";
  private static final String PARTITION_KEY = "PartitionKey";
  private static final String ROW_KEY = "RowKey";
  private static final String VALUE = "value";

  private IndexJson() {}

  /** Returns a definition as a request body. The name is not part of it. */
  public static byte[] write(IndexDefinition definition) {
    return Json.object(json -> members(json, definition));
  }

  /** Returns the status of an index. */
  public static byte[] write(IndexStatus status) {
    return Json.object(json -> members(json, status));
  }

  /** Returns a list of indexes. */
  public static byte[] write(List<IndexStatus> statuses) {
    return Json.object(json -> {
      json.writeArrayPropertyStart(VALUE);
      for (var status : statuses) {
        json.writeStartObject();
        members(json, status);
        json.writeEndObject();
      }
      json.writeEndArray();
    });
  }

  private static void members(JsonGenerator json, IndexStatus status) {
    json.writeStringProperty(NAME, status.definition().name().value());
    members(json, status.definition());
    json.writeBooleanProperty(SPARSE, status.definition().sparse());
    json.writeStringProperty(STATE, nameOf(status.state()));
    json.writeNumberProperty(PROGRESS, status.progress());
    json.writeNumberProperty(ENTRIES, status.entries());
    json.writeNumberProperty(BYTES, status.bytes());
    var duplicate = status.duplicate();
    if (duplicate != null) {
      json.writeArrayPropertyStart(DUPLICATE);
      key(json, duplicate.first());
      key(json, duplicate.second());
      json.writeEndArray();
    }
    if (status.waiting()) {
      json.writeBooleanProperty(WAITING, true);
    }
  }

  private static void key(JsonGenerator json, EntityKey key) {
    json.writeStartObject();
    json.writeStringProperty(PARTITION_KEY, key.partitionKey());
    json.writeStringProperty(ROW_KEY, key.rowKey());
    json.writeEndObject();
  }

  private static String nameOf(IndexState state) {
    return state.name().toLowerCase(Locale.ROOT);
  }

  private static void members(JsonGenerator json, IndexDefinition definition) {
    json.writeArrayPropertyStart(PROPERTIES);
    for (var property : definition.properties()) {
      json.writeStartObject();
      json.writeStringProperty(NAME, property.name());
      if (property.descending()) {
        json.writeBooleanProperty(DESCENDING, true);
      }
      json.writeEndObject();
    }
    json.writeEndArray();
    if (!definition.where().equals(Filter.ALL)) {
      json.writeStringProperty(WHERE, FilterPrinter.print(definition.where()));
    }
    json.writeBooleanProperty(UNIQUE, definition.unique());
    json.writeBooleanProperty(WITH_MISSING, !definition.sparse());
  }

  /**
   * Reads a definition.
   *
   * <p>Fails with {@code InvalidInput}, the member and the offset for a body of another form, and as {@link IndexDefinition} and {@link
   * FilterParser} do.
   */
  public static IndexDefinition read(IndexName name, byte[] body) {
    return Json.read(body, 0, body.length, json -> {
      Json.begin(json);
      return new Members(json, false).definition(name);
    });
  }

  /** Reads a list that {@link #write(List)} wrote. Fails with {@code InvalidInput} for another form. */
  public static List<IndexStatus> readList(byte[] body) {
    return Json.read(body, 0, body.length, json -> {
      Json.begin(json);
      var statuses = new ArrayList<IndexStatus>();
      for (var member = json.nextName(); member != null; member = json.nextName()) {
        var token = json.nextToken();
        if (!member.equals(VALUE)) {
          json.skipChildren();
          continue;
        }
        require(token == JsonToken.START_ARRAY, json, VALUE);
        while (json.nextToken() != JsonToken.END_ARRAY) {
          require(json.currentToken() == JsonToken.START_OBJECT, json, VALUE);
          statuses.add(new Members(json, true).status());
        }
      }
      return statuses;
    });
  }

  private static void require(boolean condition, JsonParser json, String member) {
    if (!condition) {
      throw new InvalidRequestException(
          ErrorCode.INVALID_INPUT,
          "expected=index member=" + member + " offset="
              + json.currentTokenLocation().getByteOffset());
    }
  }

  /** The members of one object. */
  private static final class Members {

    private final JsonParser json;
    private final boolean isLenient;
    private String name = "";
    private List<SortProperty> properties = List.of();
    private Filter where = Filter.ALL;
    private boolean unique;
    private @Nullable Boolean withMissing;
    private @Nullable Boolean sparse;
    private String state = "";
    private double progress;
    private long entries;
    private long bytes;
    private @Nullable Duplicate duplicate;
    private boolean waiting;

    /**
     * Reads the members of the parser's current object.
     *
     * @param isLenient whether unknown members are ignored
     */
    Members(JsonParser json, boolean isLenient) {
      this.json = json;
      this.isLenient = isLenient;
      for (var member = json.nextName(); member != null; member = json.nextName()) {
        json.nextToken();
        switch (member) {
          case NAME -> name = text(NAME);
          case PROPERTIES -> properties = properties();
          case WHERE -> where = FilterParser.parse(text(WHERE));
          case UNIQUE -> unique = flag(UNIQUE);
          case WITH_MISSING -> withMissing = flag(WITH_MISSING);
          case SPARSE -> sparse = flag(SPARSE);
          case STATE -> state = text(STATE);
          case PROGRESS -> progress = number(PROGRESS).getDoubleValue();
          case ENTRIES -> entries = number(ENTRIES).getLongValue();
          case BYTES -> bytes = number(BYTES).getLongValue();
          case DUPLICATE -> duplicate = duplicate();
          case WAITING -> waiting = waiting();
          default -> unknown(member);
        }
      }
    }

    IndexDefinition definition(IndexName of) {
      require(!properties.isEmpty(), json, PROPERTIES);
      return new IndexDefinition(of, properties, where, unique, isSparse());
    }

    private boolean isSparse() {
      if (withMissing == null) {
        return sparse == null ? unique : sparse;
      }
      require(sparse == null || !sparse.equals(withMissing), json, SPARSE);
      return !withMissing;
    }

    IndexStatus status() {
      var known = Arrays.stream(IndexState.values())
          .filter(each -> nameOf(each).equals(state))
          .findFirst();
      require(known.isPresent(), json, STATE);
      return new IndexStatus(
          definition(new IndexName(name)),
          known.get(),
          progress,
          entries,
          bytes,
          duplicate,
          waiting);
    }

    private boolean waiting() {
      require(isLenient, json, WAITING); // not a member of a definition
      return flag(WAITING);
    }

    private Duplicate duplicate() {
      require(isLenient, json, DUPLICATE); // not a member of a definition
      require(json.currentToken() == JsonToken.START_ARRAY, json, DUPLICATE);
      json.nextToken();
      var first = key();
      json.nextToken();
      var second = key();
      require(json.nextToken() == JsonToken.END_ARRAY, json, DUPLICATE);
      return new Duplicate(first, second);
    }

    private EntityKey key() {
      require(json.currentToken() == JsonToken.START_OBJECT, json, DUPLICATE);
      var partitionKey = "";
      var rowKey = "";
      for (var member = json.nextName(); member != null; member = json.nextName()) {
        json.nextToken();
        switch (member) {
          case PARTITION_KEY -> partitionKey = text(DUPLICATE);
          case ROW_KEY -> rowKey = text(DUPLICATE);
          default -> unknown(member);
        }
      }
      return new EntityKey(partitionKey, rowKey);
    }

    private List<SortProperty> properties() {
      require(json.currentToken() == JsonToken.START_ARRAY, json, PROPERTIES);
      var properties = new ArrayList<SortProperty>();
      while (json.nextToken() != JsonToken.END_ARRAY) {
        require(json.currentToken() == JsonToken.START_OBJECT, json, PROPERTIES);
        require(properties.size() < IndexDefinition.MAX_PROPERTIES, json, PROPERTIES);
        properties.add(property());
      }
      return properties;
    }

    private SortProperty property() {
      var name = "";
      var descending = false;
      for (var member = json.nextName(); member != null; member = json.nextName()) {
        json.nextToken();
        switch (member) {
          case NAME -> name = text(NAME);
          case DESCENDING -> descending = flag(DESCENDING);
          default -> unknown(member);
        }
      }
      return new SortProperty(name, descending);
    }

    private void unknown(String member) {
      require(isLenient, json, member);
      json.skipChildren();
    }

    private String text(String member) {
      require(json.currentToken() == JsonToken.VALUE_STRING, json, member);
      return json.getString();
    }

    private boolean flag(String member) {
      var token = json.currentToken();
      require(token == JsonToken.VALUE_TRUE || token == JsonToken.VALUE_FALSE, json, member);
      return token == JsonToken.VALUE_TRUE;
    }

    private JsonParser number(String member) {
      require(json.currentToken().isNumeric(), json, member);
      return json;
    }
  }
}
