package io.weir.api.json;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.filter.Filter;
import io.weir.api.filter.FilterParser;
import io.weir.api.filter.FilterPrinter;
import io.weir.api.index.IndexDefinition;
import io.weir.api.index.IndexName;
import io.weir.api.index.IndexState;
import io.weir.api.index.IndexStatus;
import io.weir.api.index.SortProperty;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * The JSON objects of indexes. Any thread.
 *
 * <pre>
 * definition  {"properties":[{"name":"LastName"},{"name":"Age","descending":true}],"where":"Kind eq 'Owl'","unique":false,"withMissing":false}
 * status      {"name":"byName", members of the definition, "state":"readable","progress":1.0,"entries":3,"bytes":120}
 * list        {"value":[status, ..]}
 * </pre>
 *
 * <p>A definition has properties; its other members may be absent. Unknown members are ignored.
 */
public final class IndexJson {

  private static final String NAME = "name";
  private static final String PROPERTIES = "properties";
  private static final String DESCENDING = "descending";
  private static final String WHERE = "where";
  private static final String UNIQUE = "unique";
  private static final String WITH_MISSING = "withMissing";
  private static final String STATE = "state";
  private static final String PROGRESS = "progress";
  private static final String ENTRIES = "entries";
  private static final String BYTES = "bytes";
  private static final String VALUE = "value";

  private IndexJson() {}

  /** Returns a definition as a request body. The name is not part of it. */
  public static byte[] write(IndexDefinition definition) {
    return written(json -> {
      json.writeStartObject();
      members(json, definition);
      json.writeEndObject();
    });
  }

  /** Returns the status of an index. */
  public static byte[] write(IndexStatus status) {
    return written(json -> status(json, status));
  }

  /** Returns a list of indexes. */
  public static byte[] write(List<IndexStatus> statuses) {
    return written(json -> {
      json.writeStartObject();
      json.writeArrayPropertyStart(VALUE);
      statuses.forEach(status -> status(json, status));
      json.writeEndArray();
      json.writeEndObject();
    });
  }

  private interface Writing {
    void to(JsonGenerator json);
  }

  private static byte[] written(Writing writing) {
    var out = new ByteArrayOutputStream();
    try (var json = Json.generator(out)) {
      writing.to(json);
    }
    return out.toByteArray();
  }

  private static void status(JsonGenerator json, IndexStatus status) {
    json.writeStartObject();
    json.writeStringProperty(NAME, status.definition().name().value());
    members(json, status.definition());
    json.writeStringProperty(STATE, status.state().name().toLowerCase(Locale.ROOT));
    json.writeNumberProperty(PROGRESS, status.progress());
    json.writeNumberProperty(ENTRIES, status.entries());
    json.writeNumberProperty(BYTES, status.bytes());
    json.writeEndObject();
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
    json.writeBooleanProperty(WITH_MISSING, definition.withMissing());
  }

  /**
   * Reads a definition.
   *
   * <p>Fails with {@code InvalidInput} for a body of another form, and as {@link IndexDefinition} and {@link FilterParser} do.
   */
  public static IndexDefinition read(IndexName name, byte[] body) {
    return Json.read(body, 0, body.length, json -> {
      Json.begin(json);
      var members = new Members(json);
      return members.definition(name);
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
        require(token == JsonToken.START_ARRAY, VALUE);
        while (json.nextToken() != JsonToken.END_ARRAY) {
          require(json.currentToken() == JsonToken.START_OBJECT, VALUE);
          statuses.add(new Members(json).status());
        }
      }
      return statuses;
    });
  }

  private static void require(boolean condition, String member) {
    if (!condition) {
      throw new InvalidRequestException(ErrorCode.INVALID_INPUT, "expected=index member=" + member);
    }
  }

  /** The members of one object. */
  private static final class Members {

    private String name = "";
    private List<SortProperty> properties = List.of();
    private Filter where = Filter.ALL;
    private boolean unique;
    private boolean withMissing;
    private String state = "";
    private double progress;
    private long entries;
    private long bytes;

    Members(JsonParser json) {
      for (var member = json.nextName(); member != null; member = json.nextName()) {
        json.nextToken();
        switch (member) {
          case NAME -> name = text(json, NAME);
          case PROPERTIES -> properties = properties(json);
          case WHERE -> where = FilterParser.parse(text(json, WHERE));
          case UNIQUE -> unique = flag(json, UNIQUE);
          case WITH_MISSING -> withMissing = flag(json, WITH_MISSING);
          case STATE -> state = text(json, STATE);
          case PROGRESS -> progress = number(json, PROGRESS).getDoubleValue();
          case ENTRIES -> entries = number(json, ENTRIES).getLongValue();
          case BYTES -> bytes = number(json, BYTES).getLongValue();
          default -> json.skipChildren();
        }
      }
    }

    IndexDefinition definition(IndexName of) {
      require(!properties.isEmpty(), PROPERTIES);
      return new IndexDefinition(of, properties, where, unique, withMissing);
    }

    IndexStatus status() {
      var readable = state.equals("readable");
      require(readable || state.equals("backfilling"), STATE);
      return new IndexStatus(
          definition(new IndexName(name)),
          readable ? IndexState.READABLE : IndexState.BACKFILLING,
          progress,
          entries,
          bytes);
    }

    private static List<SortProperty> properties(JsonParser json) {
      require(json.currentToken() == JsonToken.START_ARRAY, PROPERTIES);
      var properties = new ArrayList<SortProperty>();
      while (json.nextToken() != JsonToken.END_ARRAY) {
        require(json.currentToken() == JsonToken.START_OBJECT, PROPERTIES);
        require(properties.size() < IndexDefinition.MAX_PROPERTIES, PROPERTIES);
        properties.add(property(json));
      }
      return properties;
    }

    private static SortProperty property(JsonParser json) {
      var name = "";
      var descending = false;
      for (var member = json.nextName(); member != null; member = json.nextName()) {
        json.nextToken();
        switch (member) {
          case NAME -> name = text(json, NAME);
          case DESCENDING -> descending = flag(json, DESCENDING);
          default -> json.skipChildren();
        }
      }
      return new SortProperty(name, descending);
    }

    private static String text(JsonParser json, String member) {
      require(json.currentToken() == JsonToken.VALUE_STRING, member);
      return json.getString();
    }

    private static boolean flag(JsonParser json, String member) {
      var token = json.currentToken();
      require(token == JsonToken.VALUE_TRUE || token == JsonToken.VALUE_FALSE, member);
      return token == JsonToken.VALUE_TRUE;
    }

    private static JsonParser number(JsonParser json, String member) {
      require(json.currentToken().isNumeric(), member);
      return json;
    }
  }
}
