package io.weir.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpMethod;
import io.weir.api.Direction;
import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.Selection;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.filter.Filter;
import io.weir.api.filter.FilterPrinter;
import io.weir.api.wire.Dialect;
import io.weir.api.wire.Frame;
import io.weir.api.wire.FrameEncoder;
import io.weir.api.write.Batch;
import io.weir.api.write.Write;
import java.io.ByteArrayOutputStream;
import java.net.URLEncoder;
import java.util.ArrayList;
import java.util.List;
import reactor.core.publisher.Flux;

/**
 * Operations as requests of the binary dialect: see {@link Dialect}. Any thread.
 *
 * <p>Fails with {@code InvalidInput} for a query whose text is longer than {@value #LONGEST_QUERY} bytes, which no service reads.
 */
final class Requests {

  static final int LONGEST_QUERY = 48 * 1024;

  private final String account;

  /** Under the path of an account, with its slash. */
  Requests(String account) {
    this.account = account;
  }

  Request stream(TableName table, Query query) {
    return Request.of(HttpMethod.GET, entities(table), options(query));
  }

  Request page(TableName table, Query query) {
    return Request.of(HttpMethod.GET, entities(table), paged(options(query)));
  }

  Request get(TableName table, EntityKey key, Selection selection) {
    var path = account
        + "/" + table
        + "(PartitionKey=" + quoted(key.partitionKey())
        + ",RowKey=" + quoted(key.rowKey()) + ")";
    return Request.of(HttpMethod.GET, path, options(Query.ALL.select(selection)));
  }

  Request tables(Query query) {
    return Request.of(HttpMethod.GET, account + "/Tables", options(query));
  }

  Request table(TableName table) {
    return Request.of(HttpMethod.GET, entry(table), "");
  }

  Request createTable(TableName table) {
    return Request.post(account + "/Tables", FrameEncoder.encode(new Frame.Table(table)));
  }

  Request deleteTable(TableName table) {
    return Request.of(HttpMethod.DELETE, entry(table), "");
  }

  Request write(TableName table, Write write) {
    return Request.post(action(table, Dialect.WRITE), FrameEncoder.encode(new Frame.Change(write)));
  }

  Request submit(TableName table, Batch batch) {
    var body = new ByteArrayOutputStream();
    for (var write : batch.writes()) {
      body.writeBytes(FrameEncoder.encode(new Frame.Change(write)));
    }
    return Request.post(action(table, Dialect.BATCH), body.toByteArray());
  }

  Request bulk(TableName table, Flux<ByteBuf> chunks) {
    return Request.upload(action(table, Dialect.BULK), chunks);
  }

  /** The filter is always sent: to empty a table has to be said. */
  Request deleteRange(TableName table, Filter keys) {
    var options = new ArrayList<String>();
    add(options, "$filter", FilterPrinter.print(keys));
    return Request.of(
        HttpMethod.DELETE, entities(table), requireReadable(String.join("&", options)));
  }

  private String entities(TableName table) {
    return account + "/" + table + "()";
  }

  private String entry(TableName table) {
    return account + "/Tables(" + quoted(table.value()) + ")";
  }

  private String action(TableName table, String action) {
    return account + "/" + table + "/" + encoded(action);
  }

  private static String paged(String options) {
    var page = Dialect.PAGE + "=true";
    return options.isEmpty() ? page : options + "&" + page;
  }

  private static String options(Query query) {
    var options = new ArrayList<String>();
    if (!query.filter().equals(Filter.ALL)) {
      add(options, "$filter", FilterPrinter.print(query.filter()));
    }
    if (!query.selection().isAll()) {
      add(options, "$select", String.join(",", query.selection().names()));
    }
    if (query.top() != Query.NO_TOP) {
      add(options, "$top", Integer.toString(query.top()));
    }
    if (query.direction() == Direction.DESCENDING) {
      add(options, Dialect.ORDER_BY, Dialect.DESCENDING);
    }
    if (query.direction() == Direction.UNORDERED) {
      add(options, Dialect.UNORDERED, "true");
    }
    if (query.from() != null) {
      add(options, Dialect.RESUME, query.from().encode());
    }
    return requireReadable(String.join("&", options));
  }

  private static String requireReadable(String options) {
    if (options.length() > LONGEST_QUERY) {
      throw new InvalidRequestException(
          ErrorCode.INVALID_INPUT, "queryBytes=" + options.length() + " limit=" + LONGEST_QUERY);
    }
    return options;
  }

  private static void add(List<String> options, String name, String value) {
    options.add(encoded(name) + "=" + encoded(value));
  }

  private static String quoted(String text) {
    return "%27" + encoded(text.replace("'", "''")) + "%27";
  }

  /** Percent-encodes all that is not unreserved; a form's encoding differs in the blank, the asterisk and the tilde. */
  private static String encoded(String text) {
    return URLEncoder.encode(text, UTF_8)
        .replace("+", "%20")
        .replace("*", "%2A")
        .replace("%7E", "~");
  }
}
