package io.weir.server.rest;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.server.answer.HttpReply;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * Writes responses as the parts of one body.
 *
 * <pre>
 * --OUTER                                           --OUTER
 * Content-Type: multipart/mixed; boundary=INNER     Content-Type: application/http
 *                                                   Content-Transfer-Encoding: binary
 * --INNER
 * Content-Type: application/http                    HTTP/1.1 200 OK
 * Content-Transfer-Encoding: binary                 ..
 *                                                   --OUTER--
 * HTTP/1.1 204 No Content
 * ..
 * --INNER--
 * --OUTER--
 * </pre>
 *
 * <p>Any thread; immutable.
 *
 * @param outer boundary of the body
 * @param inner boundary of the change set inside the body
 */
record MultipartWriter(String outer, String inner) {

  private static final int INITIAL_PART_BYTES = 512;
  private static final String LINE_END = "\r\n";
  private static final String PART =
      "Content-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\n";
  private static final Pattern WORD = Pattern.compile("(?<=^|-)[a-z]");

  /**
   * Header names by their spelling in the documentation. Bounded, because only the server adds
   * headers.
   */
  private static final Map<CharSequence, String> SPELLED = new ConcurrentHashMap<>();

  /**
   * Status lines with the headers that every part has. Bounded, because only the server chooses a
   * status.
   */
  private static final Map<HttpResponseStatus, byte[]> STATUS_LINES = new ConcurrentHashMap<>();

  private static final String COMMON_HEADERS =
      "X-Content-Type-Options: nosniff\r\nCache-Control: no-cache\r\n";

  /**
   * Returns a writer whose boundaries contain an id. The id must not occur in a body; a random GUID
   * meets this.
   */
  static MultipartWriter of(String id) {
    return new MultipartWriter("batchresponse_" + id, "changesetresponse_" + id);
  }

  /** Returns the media type of the body. */
  String contentType() {
    return type(outer);
  }

  /** Returns the responses to a change set, in a buffer that the caller owns. */
  ByteBuf changeSet(List<HttpReply> replies, ByteBufAllocator allocator) {
    return write(allocator, replies.size(), out -> {
      text(out, "--" + outer + LINE_END);
      text(out, "Content-Type: " + type(inner) + LINE_END + LINE_END);
      var begin = beginOfPart(inner);
      replies.forEach(reply -> part(out, begin, reply));
      text(out, "--" + inner + "--" + LINE_END + "--" + outer + "--" + LINE_END);
    });
  }

  /** Returns the response to a single read, in a buffer that the caller owns. */
  ByteBuf single(HttpReply reply, ByteBufAllocator allocator) {
    return write(allocator, 1, out -> {
      part(out, beginOfPart(outer), reply);
      text(out, "--" + outer + "--" + LINE_END);
    });
  }

  private interface Content {
    void writeTo(ByteBuf out);
  }

  private static ByteBuf write(ByteBufAllocator allocator, int parts, Content content) {
    var out = allocator.buffer((parts + 1) * INITIAL_PART_BYTES);
    try {
      content.writeTo(out);
      return out;
    } catch (RuntimeException e) {
      out.release();
      throw e;
    }
  }

  private static byte[] beginOfPart(String boundary) {
    return ("--" + boundary + LINE_END + PART).getBytes(UTF_8);
  }

  private static void part(ByteBuf out, byte[] begin, HttpReply reply) {
    out.writeBytes(begin);
    out.writeBytes(STATUS_LINES.computeIfAbsent(reply.status(), MultipartWriter::statusLine));
    var headers = new ArrayDeque<HttpReply.Header>();
    for (var header = reply.headers(); header != null; header = header.before()) {
      headers.push(header);
    }
    headers.forEach(header -> {
      var name = SPELLED.computeIfAbsent(header.name(), MultipartWriter::spelled);
      text(out, name + ": " + header.value() + LINE_END);
    });
    text(out, LINE_END);
    var body = reply.body().write(out.alloc());
    try {
      out.writeBytes(body);
    } finally {
      body.release();
    }
    text(out, LINE_END);
  }

  private static byte[] statusLine(HttpResponseStatus status) {
    return ("HTTP/1.1 " + status + LINE_END + COMMON_HEADERS).getBytes(UTF_8);
  }

  /**
   * Spells a header name as the documentation does. Clients that parse parts themselves may compare
   * names case-sensitively.
   */
  private static String spelled(CharSequence header) {
    var name = header.toString();
    if (name.equals("etag")) {
      return "ETag";
    }
    return name.startsWith("x-")
        ? name
        : WORD.matcher(name).replaceAll(word -> word.group().toUpperCase(Locale.ROOT));
  }

  private static String type(String boundary) {
    return MultipartReader.MULTIPART + "; boundary=" + boundary;
  }

  private static void text(ByteBuf out, String text) {
    out.writeCharSequence(text, UTF_8);
  }
}
