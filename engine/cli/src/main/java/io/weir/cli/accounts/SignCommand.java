package io.weir.cli.accounts;

import io.weir.cli.options.AccountOptions;
import io.weir.cli.options.CommonOptions;
import io.weir.cli.options.SignedRequest;
import io.weir.cli.terminal.Terminal;
import java.time.Clock;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Prints a URL with the headers that sign it, in curl's configuration format. */
@Command(
    name = "sign",
    sortOptions = false,
    description = {
      "Print a URL with the headers that sign it, as curl reads them from a file.",
      "Example: weir sign 'http://127.0.0.1:10002/devstoreaccount1/Birdstrikes()?$top=3' | curl -sK -",
      "The signature is valid for 15 minutes and for any method, query and body."
    })
@SuppressWarnings("UnusedVariable") // picocli reads and sets the fields
public final class SignCommand implements Callable<Integer> {

  @Parameters(paramLabel = "URL", description = "The URL as curl is to send it, percent-encoded.")
  private String url = "";

  @Mixin
  private AccountOptions account = new AccountOptions();

  @Mixin
  private CommonOptions common = new CommonOptions();

  private final Terminal terminal;

  public SignCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    var signed = SignedRequest.of(url, account.sharedKey(), Clock.systemUTC());
    terminal.say("url = " + quoted(signed.url()));
    terminal.say("header = " + quoted("x-ms-date: " + signed.date()));
    terminal.say("header = " + quoted("Authorization: " + signed.authorization()));
    return 0;
  }

  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
