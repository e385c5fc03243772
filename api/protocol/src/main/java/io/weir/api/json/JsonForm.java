package io.weir.api.json;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;

/**
 * The JSON form of a record of administration: one member for each component, in their order.
 * Immutable; any thread.
 *
 * <p>A component is a member that must be there, unless it is optional. An empty one is not
 * written. An enum is its name in lower case. No value becomes one of another type, and a member is
 * given once.
 *
 * <p>A request has no other members and no nulls, because a misspelt option would mean something
 * else than its author means. Other members of an answer are ignored: a newer service may write
 * them.
 *
 * <p>deliberate: entities are not read or written by this. The library behind it takes a tenth of a
 * second to load, which a short command must not wait for.
 */
public final class JsonForm<T> {

  private final String name;
  private final ObjectReader ofRequest;
  private final ObjectReader ofAnswer;
  private final ObjectWriter writer;

  /**
   * Makes the form of a record.
   *
   * @param name what a failure says was expected
   */
  public JsonForm(String name, Class<T> type) {
    this(name, RecordMembers.MAPPER.constructType(type));
  }

  /** Makes the form of a generic type, as {@link #JsonForm(String, Class)} does. */
  JsonForm(String name, TypeReference<T> type) {
    this(name, RecordMembers.MAPPER.constructType(type));
  }

  private JsonForm(String name, JavaType type) {
    this.name = name;
    this.ofRequest = RecordMembers.MAPPER.readerFor(type);
    this.ofAnswer = ofRequest.without(DeserializationFeature.FAIL_ON_IGNORED_PROPERTIES);
    this.writer = RecordMembers.MAPPER.writerFor(type);
  }

  /** Returns the object of a value. */
  public byte[] write(T value) {
    return writer.writeValueAsBytes(value);
  }

  /**
   * Reads a request. Fails with {@code InvalidInput}, the member and the offset for a body of
   * another form.
   */
  public T readRequest(byte[] body) {
    var value = read(ofRequest, body);
    Json.read(body, 0, body.length, this::refuseNulls);
    return value;
  }

  /** Reads an answer. Fails as {@link #readRequest} does. */
  public T readAnswer(byte[] body) {
    return read(ofAnswer, body);
  }

  /** Fails the constructor of a record, whose form refuses the member. */
  public static void require(boolean condition, String member) {
    if (!condition) {
      throw new UnexpectedMember(member);
    }
  }

  private T read(ObjectReader reader, byte[] body) {
    return Json.read(reader.createParser(body), json -> {
      Json.begin(json);
      try {
        return reader.readValue(json);
      } catch (InputCoercionException e) {
        throw refused("expected=" + name, json.currentName(), json);
      } catch (DatabindException e) {
        throw refused("expected=" + name, memberOf(e), json);
      } catch (StreamReadException e) {
        throw isDuplicate(e) ? refused("expected=once", json.currentName(), json) : e;
      }
    });
  }

  private boolean refuseNulls(JsonParser json) {
    for (var token = json.nextToken(); token != null; token = json.nextToken()) {
      if (token == JsonToken.VALUE_NULL) {
        throw refused("expected=" + name, json.currentName(), json);
      }
    }
    return true;
  }

  private static boolean isDuplicate(JacksonException e) {
    return e.getOriginalMessage().startsWith("Duplicate");
  }

  private static @Nullable String memberOf(DatabindException e) {
    if (e.getCause() instanceof UnexpectedMember unexpected) {
      return unexpected.member;
    }
    String innermost = null;
    for (var step : e.getPath()) {
      innermost = step.getPropertyName() == null ? innermost : step.getPropertyName();
    }
    return innermost;
  }

  /** The parser stands at the wrong value, or at the end of an object that lacks a member. */
  private static InvalidRequestException refused(
      String facts, @Nullable String member, JsonParser json) {
    return new InvalidRequestException(
        ErrorCode.INVALID_INPUT,
        facts + (member == null ? "" : " member=" + TypedProperty.shown(member)) + " offset="
            + json.currentTokenLocation().getByteOffset());
  }

  /** A member whose value the constructor of a record refuses. */
  private static final class UnexpectedMember extends IllegalArgumentException {

    private static final long serialVersionUID = 1;

    private final String member;

    UnexpectedMember(String member) {
      super(member);
      this.member = member;
    }
  }
}
