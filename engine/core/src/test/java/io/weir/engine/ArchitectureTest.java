package io.weir.engine;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.weir.testkit.MainClasses;
import io.weir.testkit.Rules;
import java.nio.file.Files;
import java.util.Set;

/**
 * Verifies that the engine knows no transport, and that each library and each file access stays in
 * its packages.
 */
@AnalyzeClasses(locations = MainClasses.class)
final class ArchitectureTest {

  private static final Set<String> LOOKS =
      Set.of("exists", "notExists", "isDirectory", "isReadable", "readString");

  @ArchTest
  static final ArchRule onlyBackendsImplementADoor = Rules.doorsAreImplementedOnlyBy(
      "io.weir.engine.EngineTables", "io.weir.engine.EngineSecondary");

  @ArchTest
  static final ArchRule datesAreWrittenWithTwoDigits = Rules.datesAreWrittenWithTwoDigits();

  @ArchTest
  static final ArchRule knowsNeitherTransportNorJson = noClasses()
      .should()
      .dependOnClassesThat()
      .resideInAnyPackage(
          "io.weir.api.json..",
          "io.weir.api.wire..",
          "io.weir.client..",
          "io.weir.pattern..",
          "io.weir.server..",
          "io.netty..",
          "reactor.netty..",
          "java.net.http..",
          "tools.jackson..",
          "com.fasterxml.jackson..");

  /** The bulk writes belong to the facade: a subscription that takes lines and emits results. */
  @ArchTest
  static final ArchRule reactorStopsAtTheFacadeItsBulkWritesAndItsQueues = noClasses()
      .that()
      .resideOutsideOfPackages("io.weir.engine", "io.weir.engine.bulk", "io.weir.engine.lane")
      .should()
      .dependOnClassesThat()
      .resideInAnyPackage("reactor..", "org.reactivestreams..");

  /** The facade uses the publisher of bulk writes, and no other class of theirs. */
  @ArchTest
  static final ArchRule onlyThePublisherOfBulkWritesIsUsedOutside = noClasses()
      .that()
      .resideOutsideOfPackage("io.weir.engine.bulk")
      .should()
      .dependOnClassesThat(DescribedPredicate.describe(
          "reside in io.weir.engine.bulk and are not BulkPublisher",
          type -> type.getPackageName().equals("io.weir.engine.bulk")
              && !type.getSimpleName().equals("BulkPublisher")));

  @ArchTest
  static final ArchRule chronicleLivesWithThePages =
      Rules.livesOnlyIn("io.weir.engine.page..", "net.openhft..");

  @ArchTest
  static final ArchRule pagesDependOnTheDiskAlone = noClasses()
      .that()
      .resideInAPackage("io.weir.engine.page..")
      .should()
      .dependOnClassesThat(
          oursOutside("io.weir.engine.page", "io.weir.engine", "io.weir.engine.disk"));

  @ArchTest
  static final ArchRule theLogDependsOnTheDiskAlone = noClasses()
      .that()
      .resideInAPackage("io.weir.engine.log..")
      .should()
      .dependOnClassesThat(oursOutside("io.weir.engine.log", "io.weir", "io.weir.engine.disk"));

  /**
   * Reading whether a file exists is allowed everywhere: a simulated disk must only see every
   * write.
   */
  @ArchTest
  static final ArchRule filesAreWrittenThroughTheDisk = noClasses()
      .that()
      .resideOutsideOfPackages("io.weir.engine.disk", "io.weir.engine.page..")
      .should()
      .dependOnClassesThat()
      .resideInAnyPackage("java.nio.channels..")
      .orShould()
      .callMethodWhere(DescribedPredicate.describe(
          "a file is written, made, moved or deleted",
          call -> call.getTargetOwner().isEquivalentTo(Files.class)
              && !LOOKS.contains(call.getName())));

  @ArchTest
  static final ArchRule packagesAreFreeOfCycles = Rules.packagesAreFreeOfCycles();

  @ArchTest
  static final ArchRule nothingBlocks = Rules.nothingBlocks();

  @ArchTest
  static final ArchRule noMonitors = Rules.noMonitors();

  @ArchTest
  static final ArchRule settingsArriveThroughConstructors = Rules.settingsAreReadOnlyIn();

  private static DescribedPredicate<JavaClass> oursOutside(
      String home, String ours, String except) {
    return DescribedPredicate.describe(
        "reside in " + ours + " outside " + home + " and " + except,
        type -> type.getPackageName().startsWith(ours)
            && !(type.getPackageName() + ".").startsWith(home + ".")
            && !type.getPackageName().equals(except));
  }
}
