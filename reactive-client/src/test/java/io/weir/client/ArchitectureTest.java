package io.weir.client;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.weir.testkit.MainClasses;
import io.weir.testkit.Rules;
import java.util.List;
import org.assertj.core.api.Assertions;

/** The client depends on the contract and a transport, but on no engine. Its packages depend on each other one way. */
@AnalyzeClasses(locations = MainClasses.class)
final class ArchitectureTest {

  private static final int LARGEST_PACKAGE = 30;

  /** The path of a call, from top to bottom: a package may depend on packages further down only. */
  private static final List<String> PATH = List.of(
      "io.weir.client",
      "io.weir.client.dialect",
      "io.weir.client.bulk",
      "io.weir.client.queue",
      "io.weir.client.pipeline",
      "io.weir.client.frame",
      "io.weir.client.rest",
      "io.weir.client.transport",
      "io.weir.client.credential",
      "io.weir.client.call",
      "io.weir.client.resolution",
      "io.weir.client.options",
      "io.weir.client.exchange",
      "io.weir.client.upload",
      "io.weir.client.reactive");

  @ArchTest
  static final ArchRule datesAreWrittenWithTwoDigits = Rules.datesAreWrittenWithTwoDigits();

  @ArchTest
  static final ArchRule knowsNoEngine = noClasses()
      .should()
      .dependOnClassesThat()
      .resideInAnyPackage("io.weir.engine..", "io.weir.server..", "net.openhft..");

  @ArchTest
  static final ArchRule jacksonLivesWithTheTypes =
      Rules.livesOnlyIn("io.weir.client.typed", "tools.jackson..", "com.fasterxml.jackson..");

  @ArchTest
  static final ArchRule packagesAreFreeOfCycles = Rules.packagesAreFreeOfCycles();

  @ArchTest
  static final ArchRule nothingBlocks = Rules.nothingBlocks();

  @ArchTest
  static final ArchRule noMonitors = Rules.noMonitors();

  @ArchTest
  static final ArchRule settingsArriveThroughConstructors = Rules.settingsAreReadOnlyIn();

  @ArchTest
  static void packagesDependOnPackagesFurtherDownThePath(JavaClasses client) {
    for (var i = 0; i < PATH.size(); i++) {
      var above = PATH.subList(0, i).toArray(String[]::new);
      noClasses()
          .that(resideInAPackage(PATH.get(i)))
          .should()
          .dependOnClassesThat(resideInAnyPackage(above))
          .check(client);
    }
  }

  @ArchTest
  static void thePathListsEveryPackageOfACall(JavaClasses client) {
    var doors =
        List.of("encryption", "filter", "key", "pattern..", "process", "transaction", "typed")
            .stream()
            .map(door -> "io.weir.client." + door)
            .toArray(String[]::new);
    classes()
        .that(resideInAPackage("io.weir.client..")
            .and(DescribedPredicate.not(resideInAnyPackage(doors))))
        .should()
        .resideInAnyPackage(PATH.toArray(String[]::new))
        .check(client);
  }

  @ArchTest
  static void noPackageHasMoreThanThirtyFiles(JavaClasses client) {
    Assertions.assertThat(client.getPackage("io.weir.client").getSubpackagesInTree())
        .allSatisfy(each -> Assertions.assertThat(files(each))
            .as(each.getName())
            .isLessThanOrEqualTo(LARGEST_PACKAGE));
  }

  private static long files(JavaPackage each) {
    return each.getClasses().stream()
        .filter(type -> type.isTopLevelClass() && !isTableOfSwitch(type))
        .count();
  }

  /** Whether the compiler made a class for a switch over an enum. No file declares it. */
  private static boolean isTableOfSwitch(JavaClass type) {
    return type.getModifiers().contains(JavaModifier.SYNTHETIC);
  }
}
