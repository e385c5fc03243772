package io.weir.server.json;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.json.Json;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * A report of advice as it was read from JSON: texts for a person. Members that it does not know are skipped.
 *
 * @param observing whether the service observes requests
 * @param every one of so many ordinary requests is recorded
 * @param seconds the time that the record covers
 * @param items the advice
 */
public record AdviceDocument(boolean observing, long every, long seconds, List<Item> items) {

  /**
   * One piece of advice; see {@link io.weir.engine.advice.Advice}. Members that are absent are empty.
   *
   * @param evidence texts and numbers by name, in their order
   */
  public record Item(
      String kind,
      String table,
      String finding,
      Map<String, String> evidence,
      String action,
      List<String> commands,
      String pattern) {

    public Item {
      evidence = Collections.unmodifiableMap(new LinkedHashMap<>(evidence));
      commands = List.copyOf(commands);
    }
  }

  public AdviceDocument {
    items = List.copyOf(items);
  }

  /** Reads what {@link AdviceJson} wrote. Fails with {@code InvalidInput} for anything else. */
  public static AdviceDocument read(byte[] body) {
    return Json.read(body, 0, body.length, AdviceDocument::document);
  }

  private static AdviceDocument document(JsonParser json) {
    Json.begin(json);
    var observing = false;
    var every = 0L;
    var seconds = 0L;
    var items = new ArrayList<Item>();
    for (var member = json.nextName(); member != null; member = json.nextName()) {
      json.nextToken();
      switch (member) {
        case "observing" -> observing = json.getBooleanValue();
        case "every" -> every = json.getLongValue();
        case "seconds" -> seconds = json.getLongValue();
        case "advice" -> items(json, items);
        default -> json.skipChildren();
      }
    }
    return new AdviceDocument(observing, every, seconds, items);
  }

  private static void items(JsonParser json, List<Item> target) {
    require(json, JsonToken.START_ARRAY);
    while (json.nextToken() == JsonToken.START_OBJECT) {
      target.add(item(json));
    }
    require(json, JsonToken.END_ARRAY);
  }

  private static Item item(JsonParser json) {
    var texts = new LinkedHashMap<String, String>();
    var evidence = new LinkedHashMap<String, String>();
    var commands = new ArrayList<String>();
    for (var member = json.nextName(); member != null; member = json.nextName()) {
      json.nextToken();
      switch (member) {
        case "evidence" -> evidence(json, evidence);
        case "commands" -> commands(json, commands);
        case "kind", "table", "finding", "action", "pattern" -> texts.put(member, json.getString());
        default -> json.skipChildren();
      }
    }
    return new Item(
        texts.getOrDefault("kind", ""),
        texts.getOrDefault("table", ""),
        texts.getOrDefault("finding", ""),
        evidence,
        texts.getOrDefault("action", ""),
        commands,
        texts.getOrDefault("pattern", ""));
  }

  private static void evidence(JsonParser json, Map<String, String> target) {
    require(json, JsonToken.START_OBJECT);
    for (var name = json.nextName(); name != null; name = json.nextName()) {
      if (!json.nextToken().isScalarValue()) {
        throw invalid();
      }
      target.put(name, json.getString());
    }
  }

  private static void commands(JsonParser json, List<String> target) {
    require(json, JsonToken.START_ARRAY);
    while (json.nextToken() == JsonToken.VALUE_STRING) {
      target.add(json.getString());
    }
    require(json, JsonToken.END_ARRAY);
  }

  private static void require(JsonParser json, JsonToken token) {
    if (json.currentToken() != token) {
      throw invalid();
    }
  }

  private static InvalidRequestException invalid() {
    return new InvalidRequestException(ErrorCode.INVALID_INPUT, "expected=advice");
  }
}
