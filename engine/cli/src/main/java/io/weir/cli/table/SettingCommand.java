package io.weir.cli.table;

import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.TableSetting;
import io.weir.api.TableSetting.Member;
import io.weir.api.error.TableServiceException;
import io.weir.cli.options.CommonOptions;
import io.weir.cli.options.EndpointOptions;
import io.weir.cli.options.TableArgument;
import io.weir.cli.terminal.CommandFailure;
import io.weir.cli.terminal.Terminal;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * Sets, shows and clears one setting of a table. Each kind of setting is such a command; the
 * members of its values are options.
 */
public final class SettingCommand<T> {

  private final TableSetting<T> setting;
  private final Terminal terminal;

  /** The option of each member. */
  private final Map<Member, OptionSpec> options;

  SettingCommand(TableSetting<T> setting, Terminal terminal) {
    this.setting = setting;
    this.terminal = terminal;
    this.options = setting.members().stream()
        .collect(Collectors.toMap(member -> member, SettingCommand::option));
  }

  /** Returns the command of a kind of setting. */
  public static CommandSpec of(TableSetting<?> setting, Terminal terminal) {
    return new SettingCommand<>(setting, terminal).spec();
  }

  private CommandSpec spec() {
    var help = setting.help();
    var set =
        described(new SetCommand(), "Set " + help.about() + ", in place of an earlier value.");
    setting.members().forEach(member -> set.addOption(options.get(member)));
    return described(new Group(), "Set, show or clear " + help.about() + ".", help.note())
        .addSubcommand("set", set)
        .addSubcommand("show", described(new ShowCommand(), "Print " + help.about() + "."))
        .addSubcommand(
            "clear", described(new ClearCommand(), "Take it away: " + help.without() + "."));
  }

  private static CommandSpec described(Object command, String... description) {
    var spec = CommandSpec.forAnnotatedObject(command);
    spec.usageMessage().description(description);
    return spec;
  }

  private static OptionSpec option(Member member) {
    var option = OptionSpec.builder(name(member)).description(member.description());
    return member.isFlag()
        ? option.type(boolean.class).build()
        : option.type(String.class).paramLabel(member.label()).build();
  }

  /** Returns the option's name: {@code --before-images} for {@code beforeImages}. */
  private static String name(Member member) {
    return "--" + member.name().replaceAll("(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
  }

  void set(TableService service, TableName table, Map<String, Object> members) {
    var value = value(members);
    service.set(table, setting, value).block();
    say(table, Optional.of(value));
  }

  void show(TableService service, TableName table) {
    say(table, service.setting(table, setting).blockOptional());
  }

  void clear(TableService service, TableName table) {
    service.clear(table, setting).block();
    say(table, setting.standard());
  }

  private T value(Map<String, Object> members) {
    try {
      return setting.read(members);
    } catch (TableServiceException e) {
      var names = setting.members().stream().map(SettingCommand::name).toList();
      throw CommandFailure.wrongUsage("Give " + String.join(" or ", names) + "; '" + setting
          + " clear' takes the setting away. " + e.facts());
    }
  }

  /** Returns the members that the parsed options give. A flag that is not given is left out. */
  private Map<String, Object> given() {
    var members = new HashMap<String, Object>();
    options.forEach((member, option) -> {
      Object value = option.getValue();
      if (value != null && !Boolean.FALSE.equals(value)) {
        members.put(member.name(), value);
      }
    });
    return members;
  }

  private void say(TableName table, Optional<T> value) {
    terminal.say(table + ": "
        + value
            .filter(found -> !setting.standard().equals(Optional.of(found)))
            .map(this::text)
            .orElse(setting.help().without()));
  }

  /** Returns the options that set a value. */
  private String text(T value) {
    var members = setting.write(value);
    return setting.members().stream()
        .filter(member -> members.containsKey(member.name()))
        .filter(member -> !Boolean.FALSE.equals(members.get(member.name())))
        .map(member -> name(member) + (member.isFlag() ? "" : " " + members.get(member.name())))
        .collect(Collectors.joining(" "));
  }

  /** What is run without a word that says what to do. */
  @Command
  @SuppressWarnings("UnusedVariable") // picocli reads and sets the fields
  private final class Group implements Runnable {

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
      throw new ParameterException(
          spec.commandLine(), "Say what to do: " + setting + " set, show or clear.");
    }
  }

  /** What is done with the setting of the table that the arguments name. */
  @Command
  @SuppressWarnings("UnusedVariable") // picocli reads and sets the fields
  private abstract static class OfTable implements Callable<Integer> {

    @Parameters(paramLabel = "TABLE")
    private String table = "";

    @Mixin
    private EndpointOptions endpoint = new EndpointOptions();

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Override
    public Integer call() {
      prepare();
      try (var client = endpoint.connect()) {
        run(client, TableArgument.named(table));
      }
      return 0;
    }

    /** Fails for wrong usage, before the service is asked. */
    void prepare() {}

    abstract void run(TableService service, TableName table);
  }

  private final class SetCommand extends OfTable {

    @Override
    void prepare() {
      value(given());
    }

    @Override
    void run(TableService service, TableName table) {
      set(service, table, given());
    }
  }

  private final class ShowCommand extends OfTable {

    @Override
    void run(TableService service, TableName table) {
      show(service, table);
    }
  }

  private final class ClearCommand extends OfTable {

    @Override
    void run(TableService service, TableName table) {
      clear(service, table);
    }
  }
}
