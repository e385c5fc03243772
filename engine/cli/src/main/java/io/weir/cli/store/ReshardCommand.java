package io.weir.cli.store;

import io.weir.cli.options.CommonOptions;
import io.weir.cli.terminal.CommandFailure;
import io.weir.cli.terminal.Terminal;
import io.weir.engine.EmbeddedLoops;
import io.weir.engine.disk.FolderReplacement;
import io.weir.engine.index.PartitionGroups;
import io.weir.engine.offline.Reshard;
import io.weir.engine.store.StoreIdentity;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Rewrites a stopped store with another number of partition groups. */
@Command(
    name = "reshard",
    sortOptions = false,
    description = {
      "Rewrite a stopped store with another number of partition groups: more of them use more cores, fewer take less memory.",
      "Entities keep their ETags and Timestamps. The new store is verified before it takes the place of the old one, which is kept as DIR.old."
          + " The change feed begins anew."
    })
@SuppressWarnings("UnusedVariable") // picocli reads and sets the fields
public final class ReshardCommand implements Callable<Integer> {

  @Parameters(paramLabel = "DIR", index = "0", description = "Folder of the store.")
  private Path folder = Path.of("");

  @Option(
      names = "--partition-groups",
      required = true,
      paramLabel = "N",
      description = "The new number of partition groups, 1 to 256. Default: none; required.")
  private int groups;

  @Option(
      names = "--to",
      paramLabel = "FOLDER",
      description =
          "Write the new store into this folder, which does not exist, and leave the old one where it is. Default: the new one replaces the old one.")
  private @Nullable Path target;

  @Option(
      names = "--lose-consumers",
      description = "Allow that named consumers of the change feed lose their positions.")
  private boolean losesConsumers;

  @Option(
      names = "--discard-old",
      description = "Delete the old store after the new one has taken its place.")
  private boolean discardsOld;

  @Mixin
  private CommonOptions common = new CommonOptions();

  private final Terminal terminal;

  public ReshardCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    if (groups < 1 || groups > PartitionGroups.MAX) {
      throw CommandFailure.wrongUsage("--partition-groups is 1 to " + PartitionGroups.MAX + ".");
    }
    if (discardsOld && target != null) {
      throw CommandFailure.wrongUsage("Give --to or --discard-old, not both.");
    }
    try (var loops = EmbeddedLoops.start(1);
        var progress = new CopyProgress(terminal.progress())) {
      var order = new Reshard.Order(groups, losesConsumers);
      var path = folder.toAbsolutePath().normalize();
      var report = target == null
          ? Reshard.inPlace(path, order, loops.loops(), progress)
          : Reshard.to(path, target.toAbsolutePath().normalize(), order, loops.loops(), progress);
      progress.close();
      terminal.say(String.format(
          Locale.ROOT,
          "Rewrote %s: %,d entries and %,d of indexes, in %,d partition groups in place of %,d.",
          target == null ? folder : target,
          report.entries(),
          report.indexEntries(),
          groups,
          report.before()));
      end(report);
    }
    return 0;
  }

  private void end(Reshard.Report report) throws IOException {
    if (discardsOld) {
      FolderReplacement.delete(report.old(), StoreIdentity.FILE);
    } else if (target == null) {
      terminal.say("The old store is " + report.old() + ". Delete it when you do not need it.");
    }
  }
}
