package io.weir.api.json;

import io.weir.api.TableName;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.search.SearchDefinition;
import io.weir.api.search.SearchState;
import io.weir.api.search.SearchStatus;
import io.weir.api.search.SearchedProperty;
import io.weir.api.search.TextAnalyzer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * The JSON objects of full-text search. Any thread.
 *
 * <pre>
 * definition  {"properties":[{"name":"Remarks","analyzer":"english","weight":2.0},{"name":"Species"}]}
 * status      {"table":"Strikes", members of the definition, "state":"ready","documents":3,"bytes":120,"lagMillis":0,"lagBytes":0,
 *              "rebuilding":false,"rebuilt":0}, and "failure":"..." if the index has failed
 * list        {"value":[status, ..]}
 * </pre>
 *
 * <p>The analyzer may be absent and is {@code standard} then, the weight 1. An unknown member of a definition is refused, because a misspelt
 * option would declare another search than its author means.
 */
public final class SearchJson {

  private static final String PROPERTIES = "properties";
  private static final String NAME = "name";
  private static final String ANALYZER = "analyzer";
  private static final String WEIGHT = "weight";

  private SearchJson() {}

  /** Returns a definition as a request body. */
  public static byte[] write(SearchDefinition definition) {
    return Json.object(json -> properties(json, definition));
  }

  /** Returns a status. */
  public static byte[] write(SearchStatus status) {
    return Json.object(json -> members(json, status));
  }

  /** Returns a list. */
  public static byte[] write(List<SearchStatus> all) {
    return Json.object(json -> {
      json.writeArrayPropertyStart("value");
      for (var each : all) {
        json.writeStartObject();
        members(json, each);
        json.writeEndObject();
      }
      json.writeEndArray();
    });
  }

  private static void members(JsonGenerator json, SearchStatus status) {
    json.writeStringProperty("table", status.table().value());
    properties(json, status.definition());
    json.writeStringProperty("state", status.state().text());
    json.writeNumberProperty("documents", status.documents());
    json.writeNumberProperty("bytes", status.bytes());
    json.writeNumberProperty("lagMillis", status.lag().toMillis());
    json.writeNumberProperty("lagBytes", status.lagBytes());
    json.writeBooleanProperty("rebuilding", status.isRebuilding());
    json.writeNumberProperty("rebuilt", status.rebuilt());
    if (!status.failure().isEmpty()) {
      json.writeStringProperty("failure", status.failure());
    }
  }

  private static void properties(JsonGenerator json, SearchDefinition definition) {
    json.writeArrayPropertyStart(PROPERTIES);
    for (var property : definition.properties()) {
      json.writeStartObject();
      json.writeStringProperty(NAME, property.name());
      json.writeStringProperty(ANALYZER, property.analyzer().text());
      json.writeNumberProperty(WEIGHT, property.weight());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  /** Reads a status. Unknown members are ignored: a newer service may write them. Fails with {@code InvalidInput} for another form. */
  public static SearchStatus readStatus(byte[] body) {
    return Json.read(body, 0, body.length, json -> {
      Json.begin(json);
      return new StatusMembers(json).status();
    });
  }

  /** Reads a list. Fails with {@code InvalidInput} for another form. */
  public static List<SearchStatus> readList(byte[] body) {
    return ValueList.read(
        body,
        (source, offset, length) -> Json.read(source, offset, length, json -> {
          Json.begin(json);
          return new StatusMembers(json).status();
        }));
  }

  /** The members of a status. */
  private static final class StatusMembers {

    private final Map<String, String> values = new HashMap<>();
    private List<SearchedProperty> properties = List.of();

    StatusMembers(JsonParser json) {
      for (var member = json.nextName(); member != null; member = json.nextName()) {
        var token = json.nextToken();
        if (member.equals(PROPERTIES)) {
          require(token == JsonToken.START_ARRAY, json, PROPERTIES);
          properties = properties(json);
        } else if (token.isScalarValue()) {
          values.put(member, json.getString());
        } else {
          json.skipChildren();
        }
      }
    }

    SearchStatus status() {
      return new SearchStatus(
          new TableName(text("table")),
          new SearchDefinition(properties),
          state(text("state")),
          number("documents"),
          number("bytes"),
          Duration.ofMillis(number("lagMillis")),
          number("lagBytes"),
          Boolean.parseBoolean(text("rebuilding")),
          number("rebuilt"),
          text("failure"));
    }

    private String text(String member) {
      return values.getOrDefault(member, "");
    }

    private long number(String member) {
      try {
        return Long.parseLong(text(member));
      } catch (NumberFormatException e) {
        throw new InvalidRequestException(
            ErrorCode.INVALID_INPUT, "expected=searchStatus member=" + member);
      }
    }

    private static SearchState state(String text) {
      return Arrays.stream(SearchState.values())
          .filter(state -> state.text().equals(text))
          .findFirst()
          .orElseThrow(() -> new InvalidRequestException(
              ErrorCode.INVALID_INPUT, "expected=searchStatus member=state"));
    }
  }

  /**
   * Reads a definition. Fails with {@code InvalidInput}, the member and the offset for a body of another form, and as {@link SearchDefinition}
   * and {@link SearchedProperty} do.
   */
  public static SearchDefinition read(byte[] body) {
    return Json.read(body, 0, body.length, json -> {
      Json.begin(json);
      require(PROPERTIES.equals(json.nextName()), json, PROPERTIES);
      require(json.nextToken() == JsonToken.START_ARRAY, json, PROPERTIES);
      var properties = properties(json);
      require(json.nextToken() == JsonToken.END_OBJECT, json, "noOtherMember");
      return new SearchDefinition(properties);
    });
  }

  private static List<SearchedProperty> properties(JsonParser json) {
    var properties = new ArrayList<SearchedProperty>();
    while (json.nextToken() == JsonToken.START_OBJECT) {
      properties.add(property(json));
    }
    require(json.currentToken() == JsonToken.END_ARRAY, json, PROPERTIES);
    return properties;
  }

  private static SearchedProperty property(JsonParser json) {
    var name = "";
    var analyzer = TextAnalyzer.STANDARD;
    var weight = 1.0;
    for (var member = json.nextName(); member != null; member = json.nextName()) {
      var token = json.nextToken();
      switch (member) {
        case NAME -> name = text(json, NAME);
        case ANALYZER -> analyzer = TextAnalyzer.parse(text(json, ANALYZER));
        case WEIGHT -> {
          require(token.isNumeric(), json, WEIGHT);
          weight = json.getDoubleValue();
        }
        default -> throw expected(json, "name|analyzer|weight");
      }
    }
    return new SearchedProperty(name, analyzer, weight);
  }

  private static String text(JsonParser json, String member) {
    require(json.currentToken() == JsonToken.VALUE_STRING, json, member);
    return json.getString();
  }

  private static void require(boolean condition, JsonParser json, String member) {
    if (!condition) {
      throw expected(json, member);
    }
  }

  private static InvalidRequestException expected(JsonParser json, String member) {
    return new InvalidRequestException(
        ErrorCode.INVALID_INPUT,
        "expected=searchDefinition member=" + member + " offset="
            + json.currentTokenLocation().getByteOffset());
  }
}
