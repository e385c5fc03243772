package io.weir.cli.accounts;

import io.weir.api.error.TableServiceException;
import io.weir.api.queue.QueueName;
import io.weir.cli.options.CommonOptions;
import io.weir.cli.options.EndpointOptions;
import io.weir.cli.options.TableArgument;
import io.weir.cli.terminal.CommandFailure;
import io.weir.cli.terminal.Terminal;
import io.weir.server.auth.SharedAccessToken;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Makes shared access signatures: URLs that allow some operations for some time without a key. */
@Command(
    name = "sas",
    sortOptions = false,
    description = {
      "Print a URL with a shared access signature: of a table with --table, else of the account.",
      "With --queue, print the signature of a queue alone, as --sas takes it.",
      "Example: weir sas --table Birds --permissions r --valid 8h --key-from Texas --key-to Texas"
    })
@SuppressWarnings("UnusedVariable") // picocli reads and sets the fields
public final class SasCommand implements Callable<Integer> {

  /** The protocol version of the tokens. */
  private static final String VERSION = "2019-02-02";

  @Option(
      names = "--table",
      paramLabel = "T",
      description = "Table that the token covers. Default: all tables of the account.")
  private @Nullable String table;

  @Option(
      names = "--queue",
      paramLabel = "Q",
      description = "Queue that the token covers, in place of tables. Default: none.")
  private @Nullable String queue;

  @Option(
      names = "--permissions",
      paramLabel = "LETTERS",
      description = {
        "Operations that the token allows. Default: those of --policy; required without a policy.",
        "  of a table:   r query, a add, u update, d delete",
        "  of a queue:   r peek and read, a add, u update, p take and delete",
        "  of the account, also: l list tables, c create tables, w write"
      })
  private @Nullable String permissions;

  @Option(
      names = "--start",
      paramLabel = "TIME",
      description = "Start of the validity, such as 2026-01-31T14:00:00Z. Default: now.")
  private @Nullable String start;

  @Option(
      names = "--expiry",
      paramLabel = "TIME",
      description = "End of the validity. Default: see --valid.")
  private @Nullable String expiry;

  @Option(
      names = "--valid",
      paramLabel = "TIME",
      description =
          "Length of the validity: 30m, 8h, 7d. Default: 1h, unless --expiry or --policy sets it.")
  private @Nullable String valid;

  @Option(
      names = "--ip",
      paramLabel = "ADDRESS",
      description =
          "Accept the token only from this address or range: 10.0.0.1-10.0.0.9. Default: from any.")
  private @Nullable String address;

  @Option(names = "--https-only", description = "Accept the token only over encrypted connections.")
  private boolean httpsOnly;

  @Option(
      names = "--key-from",
      paramLabel = "P",
      description = "First partition that the token covers. Default: the table's first.")
  private @Nullable String fromPartition;

  @Option(
      names = "--row-from",
      paramLabel = "R",
      description = "First row of that partition. Default: all of them.")
  private @Nullable String fromRow;

  @Option(
      names = "--key-to",
      paramLabel = "P",
      description = "Last partition that the token covers. Default: the table's last.")
  private @Nullable String toPartition;

  @Option(
      names = "--row-to",
      paramLabel = "R",
      description = "Last row of that partition. Default: all of them.")
  private @Nullable String toRow;

  @Option(
      names = "--policy",
      paramLabel = "ID",
      description =
          "Stored access policy of the table or queue that supplies the other terms; changing it revokes the token. Default: none.")
  private @Nullable String policy;

  @Mixin
  private EndpointOptions endpoint = new EndpointOptions();

  @Mixin
  private CommonOptions common = new CommonOptions();

  private final Terminal terminal;
  private final Clock clock;

  public SasCommand(Terminal terminal, Clock clock) {
    this.terminal = terminal;
    this.clock = clock;
  }

  @Override
  public Integer call() {
    try {
      if (queue != null) {
        terminal.say(SharedAccessToken.sign(endpoint.sharedKey(), new QueueName(queue), options()));
        return 0;
      }
      var token = SharedAccessToken.sign(endpoint.sharedKey(), options());
      var path = table == null ? "" : "/" + table + "()";
      terminal.say(endpoint.first() + path + "?" + token);
      return 0;
    } catch (TableServiceException e) {
      throw CommandFailure.wrongUsage("These options make no token: " + e.facts() + ".");
    }
  }

  /** Returns the terms of the token, in the order of the public tools. */
  private Map<String, String> options() {
    requireTogether();
    var options = new LinkedHashMap<String, String>();
    options.put("sv", VERSION);
    if (queue == null && table == null) {
      options.put("ss", "t");
      options.put("srt", "sco");
    } else if (table != null) {
      options.put("tn", TableArgument.named(table).toString());
    }
    put(options, "sp", permissions);
    put(options, "st", start == null ? null : moment("--start", start).toString());
    put(options, "se", end());
    put(options, "sip", address);
    put(options, "spr", httpsOnly ? "https" : null);
    put(options, "si", policy);
    put(options, "spk", fromPartition);
    put(options, "srk", fromRow);
    put(options, "epk", toPartition);
    put(options, "erk", toRow);
    return options;
  }

  private void requireTogether() {
    var ofTable = fromPartition != null || fromRow != null || toPartition != null || toRow != null;
    if (table != null && queue != null) {
      throw CommandFailure.wrongUsage("--table and --queue exclude each other.");
    }
    if (table == null && ofTable) {
      throw CommandFailure.wrongUsage("Ranges of keys are for one table: give --table.");
    }
    if (table == null && queue == null && policy != null) {
      throw CommandFailure.wrongUsage(
          "--policy is for one table or queue: give --table or --queue.");
    }
    if (permissions == null && policy == null) {
      throw CommandFailure.wrongUsage("Say what is allowed: --permissions or --policy.");
    }
    if (expiry != null && valid != null) {
      throw CommandFailure.wrongUsage("--expiry and --valid exclude each other.");
    }
  }

  private @Nullable String end() {
    if (expiry != null) {
      return moment("--expiry", expiry).toString();
    }
    if (valid == null && policy != null) {
      return null;
    }
    var from = start == null ? clock.instant() : moment("--start", start);
    return from.plus(duration(valid == null ? "1h" : valid))
        .truncatedTo(ChronoUnit.SECONDS)
        .toString();
  }

  private static void put(Map<String, String> options, String name, @Nullable String value) {
    if (value != null) {
      options.put(name, value);
    }
  }

  private static Instant moment(String option, String text) {
    try {
      return Instant.parse(text);
    } catch (DateTimeException e) {
      throw CommandFailure.wrongUsage(
          option + " is a time such as 2026-01-31T14:00:00Z, not '" + text + "'.");
    }
  }

  /** Parses an ISO 8601 duration without its letters P and T. */
  private static Duration duration(String text) {
    try {
      return Duration.parse(text.endsWith("d") ? "P" + text : "PT" + text);
    } catch (DateTimeException e) {
      throw CommandFailure.wrongUsage(
          "--valid is a time such as 30m, 8h or 7d, not '" + text + "'.");
    }
  }
}
