package io.weir.api.json;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.exc.JacksonIOException;

/**
 * The objects of a JSON text, one after another: each alone, in arrays, or in the pages of the
 * protocol, {@code {"odata.metadata":..,"value":[{..},{..}]}}. Memory holds one object at a time.
 *
 * <p>Belongs to one thread. Fails with {@code InvalidInput} and the line when the text is not JSON,
 * when an array holds anything else than objects, and when an object is longer than the limit.
 * Fails with {@link UncheckedIOException} when the stream does.
 */
public final class ObjectStream implements Closeable {

  private static final String PAGE = "value";

  private final InputStream in;
  private final int longestBytes;
  private @Nullable JsonParser opened;
  private long line = 1;

  /**
   * Creates a stream at the first byte of a text in UTF-8. Takes ownership of the bytes.
   *
   * @param longestBytes length of the longest object that is read
   */
  public ObjectStream(InputStream in, int longestBytes) {
    this.in = in;
    this.longestBytes = longestBytes;
  }

  /** Returns the number of the line in which the last object begins, from 1. */
  public long line() {
    return line;
  }

  /** Returns the next object as JSON; null at the end of the text. */
  public byte @Nullable [] next() {
    try {
      return object(json());
    } catch (JacksonIOException e) {
      throw new UncheckedIOException(e.getCause());
    } catch (JacksonException e) {
      var location = e.getLocation();
      if (location != null) {
        line = location.getLineNr();
      }
      throw new InvalidRequestException(
          ErrorCode.INVALID_INPUT,
          location == null
              ? "expected=jsonWithinLimits"
              : "expected=json column=" + location.getColumnNr());
    }
  }

  /** The library reads the first bytes when a parser is made. */
  private JsonParser json() {
    var json = opened == null ? Json.FACTORY.createParser(ObjectReadContext.empty(), in) : opened;
    opened = json;
    return json;
  }

  private byte @Nullable [] object(JsonParser json) {
    while (true) {
      var token = json.nextToken();
      if (token == null) {
        return null;
      }
      switch (token) {
        case START_OBJECT -> {
          var object = copied(json);
          if (object != null) {
            return object;
          }
        }
        case PROPERTY_NAME -> skip(json); // of a page, after its list
        case START_ARRAY, END_ARRAY, END_OBJECT -> {} // around objects
        default -> throw notAnObject(json);
      }
    }
  }

  private static void skip(JsonParser json) {
    json.nextToken();
    json.skipChildren();
  }

  /** Returns the object whose first token was read; null when it is a page, whose list begins. */
  private byte @Nullable [] copied(JsonParser json) {
    line = json.currentTokenLocation().getLineNr();
    var out = new ByteArrayOutputStream();
    try (var copy = Json.generator(out)) {
      copy.writeStartObject();
      for (var nested = 1; nested > 0; ) {
        var token = json.nextToken();
        if (nested == 1 && isList(json, token)) {
          return null;
        }
        nested += change(token);
        copy(json, token, copy);
        requireLength(out.size());
      }
    }
    requireLength(out.size());
    return out.toByteArray();
  }

  /** No property of an entity is a list, so the first one makes the object a page. */
  private static boolean isList(JsonParser json, JsonToken token) {
    return token == JsonToken.START_ARRAY && PAGE.equals(json.currentName());
  }

  private static int change(JsonToken token) {
    return switch (token) {
      case START_OBJECT, START_ARRAY -> 1;
      case END_OBJECT, END_ARRAY -> -1;
      default -> 0;
    };
  }

  /** Copies a token. The text of a number stays, because it tells the type. */
  private static void copy(JsonParser json, JsonToken token, JsonGenerator copy) {
    if (token.isNumeric()) {
      copy.writeNumber(json.getString());
    } else {
      copy.copyCurrentEvent(json);
    }
  }

  private void requireLength(int bytes) {
    if (bytes > longestBytes) {
      throw new InvalidRequestException(
          ErrorCode.INVALID_INPUT, "objectLimitBytes=" + longestBytes);
    }
  }

  private InvalidRequestException notAnObject(JsonParser json) {
    line = json.currentTokenLocation().getLineNr();
    return new InvalidRequestException(ErrorCode.INVALID_INPUT, "expected=jsonObject");
  }

  @Override
  public void close() throws IOException {
    try (in) {
      if (opened != null) {
        opened.close();
      }
    }
  }
}
