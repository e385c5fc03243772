package io.weir.testkit;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;

/** That the package of a class holds at most 30 files. */
final class ShareASmallPackage extends ArchCondition<JavaClass> {

  private static final int LARGEST = 30;

  ShareASmallPackage() {
    super("share a package with at most %d files", LARGEST);
  }

  @Override
  public void check(JavaClass type, ConditionEvents events) {
    var files = files(type.getPackage());
    if (files > LARGEST) {
      var message = type.getPackageName() + " has " + files + " files";
      events.add(SimpleConditionEvent.violated(type, message));
    }
  }

  private static long files(JavaPackage shared) {
    return shared.getClasses().stream()
        .filter(type -> type.isTopLevelClass() && !type.isArray() && !isTableOfSwitch(type))
        .count();
  }

  /** Whether the compiler made a class for a switch over an enum. No file declares it. */
  private static boolean isTableOfSwitch(JavaClass type) {
    return type.getModifiers().contains(JavaModifier.SYNTHETIC);
  }
}
