package io.weir.server.operator;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.server.answer.HttpReply;
import io.weir.server.request.AcceptedCoding;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.zip.GZIPOutputStream;

/**
 * A file in memory, plain and compressed. Immutable: answers share its bytes and do not change
 * them. Any thread.
 *
 * <p>Source for tags and conditions: RFC 9110, sections 8.8.3 and 13.1.2.
 */
final class ConsoleFile {

  private static final Map<String, String> TYPES = Map.of(
      "html", "text/html; charset=utf-8",
      "css", "text/css; charset=utf-8",
      "js", "text/javascript; charset=utf-8",
      "svg", "image/svg+xml",
      "json", "application/json",
      "txt", "text/plain; charset=utf-8");

  /** Hexadecimal digits of the SHA-256 in a tag. */
  private static final int TAG_DIGITS = 32;

  private final String type;
  private final Representation plain;
  private final Representation gzip;

  private ConsoleFile(String type, Representation plain, Representation gzip) {
    this.type = type;
    this.plain = plain;
    this.gzip = gzip;
  }

  /** The bytes of one coding, and their tag. */
  private static final class Representation {

    private final byte[] bytes;
    private final String tag;

    private Representation(byte[] bytes, String tag) {
      this.bytes = bytes;
      this.tag = tag;
    }

    boolean isKnownTo(HttpHeaders asked) {
      for (var known : asked.get(HttpHeaderNames.IF_NONE_MATCH, "").split(",", -1)) {
        var given = known.strip();
        if (given.equals("*") || given.equals(tag) || given.equals("W/" + tag)) {
          return true;
        }
      }
      return false;
    }
  }

  /**
   * Creates a file. Fails with {@link IllegalArgumentException} for a name whose type is unknown.
   */
  static ConsoleFile of(String name, byte[] content) {
    var type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
    if (type == null) {
      throw new IllegalArgumentException("type of file unknown name=" + name);
    }
    var hash = HexFormat.of().formatHex(sha256(content)).substring(0, TAG_DIGITS);
    return new ConsoleFile(
        type,
        new Representation(content, '"' + hash + '"'),
        new Representation(compressed(content), '"' + hash + "-gzip\""));
  }

  /** Creates a file of text in ASCII. */
  static ConsoleFile of(String name, String content) {
    return of(name, content.getBytes(US_ASCII));
  }

  /** Returns the file, or 304 if the request names the version that it would get. */
  HttpReply show(HttpHeaders asked) {
    var coded = AcceptedCoding.takesGzip(asked.get(HttpHeaderNames.ACCEPT_ENCODING, ""));
    var chosen = coded ? gzip : plain;
    if (chosen.isKnownTo(asked)) {
      return versioned(HttpReply.of(HttpResponseStatus.NOT_MODIFIED), chosen);
    }
    var reply = HttpReply.of(
        HttpResponseStatus.OK, type, allocator -> Unpooled.wrappedBuffer(chosen.bytes));
    var whole = versioned(reply, chosen);
    return coded ? whole.with(HttpHeaderNames.CONTENT_ENCODING, HttpHeaderValues.GZIP) : whole;
  }

  private static HttpReply versioned(HttpReply reply, Representation chosen) {
    return reply
        .with(HttpHeaderNames.ETAG, chosen.tag)
        .with(HttpHeaderNames.VARY, HttpHeaderNames.ACCEPT_ENCODING);
  }

  private static byte[] compressed(byte[] content) {
    var out = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(out)) {
      gzip.write(content);
    } catch (IOException e) {
      throw new IllegalStateException("An array takes every byte.", e);
    }
    return out.toByteArray();
  }

  private static byte[] sha256(byte[] content) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(content);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256.", e);
    }
  }
}
