package io.weir.server.operator;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.util.AsciiString;
import io.weir.api.AccountName;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.NotFoundException;
import io.weir.server.answer.HttpReply;
import io.weir.server.answer.PublicFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Predicate;

/**
 * The files of the console at {@code /console/}. Any thread.
 *
 * <p>{@link #open} reads them from the class path and blocks.
 */
public final class Console implements PublicFiles {

  /** The path of the first page. */
  public static final String PATH = "/console/";

  private static final String ROOT = "/console";
  private static final AccountName SAME_NAME = new AccountName("console");
  private static final String FOLDER = "/io/weir/server/console/";
  private static final String LIST = "files.txt";
  private static final String FIRST_PAGE = "index.html";
  private static final String SERVICE = "service.json";

  private static final AsciiString POLICY = AsciiString.cached("Content-Security-Policy");
  private static final AsciiString ONLY_THIS_ORIGIN = AsciiString.cached("default-src 'self';"
      + " object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");

  private final Map<String, ConsoleFile> files;
  private final Predicate<AccountName> served;

  private Console(Map<String, ConsoleFile> files, Predicate<AccountName> served) {
    this.files = files;
    this.served = served;
  }

  /**
   * Reads the files of a port of tables.
   *
   * @param served whether an account is served; one with the name {@code console} hides the console
   * @param queuePort the port of the queues, if they are served
   */
  public static Console ofTables(Predicate<AccountName> served, OptionalInt queuePort) {
    var port = queuePort.isPresent() ? String.valueOf(queuePort.getAsInt()) : "null";
    return open(served, "{\"service\":\"tables\",\"queuePort\":" + port + "}");
  }

  /** Reads the files of a port of queues. */
  public static Console ofQueues(Predicate<AccountName> served) {
    return open(served, "{\"service\":\"queues\"}");
  }

  private static Console open(Predicate<AccountName> served, String service) {
    var files = new HashMap<String, ConsoleFile>();
    new String(resource(LIST), UTF_8)
        .lines()
        .forEach(name -> files.put(name, ConsoleFile.of(name, resource(name))));
    files.put(SERVICE, ConsoleFile.of(SERVICE, service));
    files.put("", ConsoleFile.of(FIRST_PAGE, resource(FIRST_PAGE)));
    return new Console(Map.copyOf(files), served);
  }

  @Override
  public boolean contain(String rawPath) {
    return rawPath.startsWith(ROOT)
        && (rawPath.length() == ROOT.length() || rawPath.charAt(ROOT.length()) == '/')
        && !served.test(SAME_NAME);
  }

  @Override
  public HttpReply show(String rawPath, HttpHeaders asked) {
    if (rawPath.equals(ROOT)) {
      return secured(
          HttpReply.of(HttpResponseStatus.PERMANENT_REDIRECT).with(HttpHeaderNames.LOCATION, PATH));
    }
    var file = files.get(rawPath.substring(PATH.length()));
    if (file == null) {
      throw new NotFoundException(ErrorCode.RESOURCE_NOT_FOUND, "resource=console");
    }
    return secured(file.show(asked));
  }

  private static HttpReply secured(HttpReply reply) {
    return reply
        .with(POLICY, ONLY_THIS_ORIGIN)
        .with("Referrer-Policy", "no-referrer")
        .with("Cross-Origin-Opener-Policy", "same-origin")
        .with("Cross-Origin-Resource-Policy", "same-origin");
  }

  private static byte[] resource(String name) {
    try (var in = Console.class.getResourceAsStream(FOLDER + name)) {
      if (in == null) {
        throw new IllegalStateException("file of the console is missing name=" + name);
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
