// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "command_line.hpp"
#include "commands.hpp"
#include "match_flags.hpp"
#include "picture/plot.hpp"
#include "report/page.hpp"
#include "resume.hpp"
#include "simd_flag.hpp"
#include "streams.hpp"
#include "study/paper_tables.hpp"
#include "study/plan.hpp"
#include "study/report_data.hpp"
#include "study/run.hpp"

#include <csca/error.hpp>
#include <csca/io.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <memory>

namespace csca::app {
namespace {

namespace fs = std::filesystem;

bool has_server(const Scene& scene) {
  constexpr std::array<std::string_view, 4> known = {"middlebury_2014", "kitti2012", "kitti2015", "eth3d"};
  return std::find(known.begin(), known.end(), scene.dataset) != known.end();
}

/// As it was typed, for whoever finds the report.
std::string command_line() {
  std::ifstream stream("/proc/self/cmdline");
  std::string text;
  for (std::string word; std::getline(stream, word, '\0');) text += text.empty() ? "csca" : " " + word;
  return text;
}

struct StudyCommand {
  std::string what;
  std::string data_folder;
  std::string out_folder = "study";
  SceneChoice scenes;
  StudyChoice choice;
  StudyRun run_options;
  std::string refine;
  std::string on = "middlebury";
  std::vector<std::string> values;
  std::vector<std::string> settings;
  std::string submission;
  bool no_opencv = false;
  bool no_report = false;

  void run() {
    check();
    const OpenCv opencv = no_opencv ? OpenCv{nullptr, "OpenCV's matchers are left out"} : load_opencv();
    if (opencv.library != nullptr) opencv.library->set_threads(1);

    StudyOutcome outcome;
    const bool sweeps_only = what == "lambda" || what == "scales";
    const bool all = what == "all";
    if (!sweeps_only) {
      outcome.groups = find_groups(scenes, all ? study_groups() : std::span(&study_group(what), 1));
      measure_groups(outcome, opencv);
    }
    const StudyGroup& swept = study_group(on);
    const bool has_swept =
        sweeps_only || std::any_of(outcome.groups.begin(), outcome.groups.end(),
                                   [&](const auto& group) { return group.group == &swept && !group.scenes.empty(); });
    if (has_swept && (all || what == "lambda")) outcome.lambda = measure_sweep(lambda_sweep(), swept, outcome);
    if (has_swept && (all || what == "scales")) outcome.scales = measure_sweep(scales_sweep(), swept, outcome);
    write(outcome, opencv);
  }

  void check() {
    if (what != "all" && what != "lambda" && what != "scales") study_group(what);
    if (run_options.jobs < 0)
      throw Error(fmt::format("jobs is {}: allowed is a whole number from 0", run_options.jobs));
    scenes.keep_going = run_options.keep_going;
    for (const std::string& text : settings) choice.settings.push_back(setting_from(text));
    scenes.data = data_folder;
    run_options.out = out_folder;
    std::error_code failed;
    fs::create_directories(run_options.out, failed);
    check_writable(run_options.out / "tables.md");
    remove_temporary_files(run_options.out);
  }

  void measure_groups(StudyOutcome& outcome, const OpenCv& opencv) const {
    std::vector<StudyJob> jobs;
    for (GroupOutcome& group : outcome.groups) {
      group.rows = study_rows(*group.group, choice, opencv);
      if (!submission.empty()) submitted_row(group);
      const std::vector<StudyJob> more = group_jobs(group, refine);
      jobs.insert(jobs.end(), more.begin(), more.end());
    }
    const std::vector<std::string> failures = run_jobs(run_options, jobs, opencv);
    for (GroupOutcome& group : outcome.groups) {
      for (const StudyJob& job : jobs) {
        if (job.group == group.group) group.add(run_options.out, job);
      }
      for (const std::string& failure : failures) {
        const auto told = [&](std::string_view dataset) { return failure.starts_with(dataset); };
        if (std::any_of(group.group->datasets.begin(), group.group->datasets.end(), told))
          group.missing.push_back(failure);
      }
      for (StudyTable& table : study_tables(group)) outcome.tables.push_back(std::move(table));
    }
  }

  std::vector<SweepCurve> measure_sweep(Sweep sweep, const StudyGroup& swept, StudyOutcome& outcome) const {
    if (!values.empty()) sweep.values = values;
    std::vector<GroupOutcome> found = find_groups(scenes, std::span(&swept, 1));
    GroupOutcome& group = found.front();
    group.rows = study_rows(swept, choice, {});
    const std::vector<StudyJob> jobs = sweep_jobs(sweep, group);
    const std::vector<std::string> failures = run_jobs(run_options, jobs, {});
    group.missing.insert(group.missing.end(), failures.begin(), failures.end());
    for (const StudyJob& job : jobs) group.add(run_options.out, job);
    std::vector<SweepCurve> curves = sweep_curves(sweep, group);
    outcome.tables.push_back(sweep_table(sweep, curves, group));
    write_file(run_options.out / (sweep.name + ".csv"), sweep_csv(sweep, curves));
    const Drawing figure = draw(sweep_figure(sweep, curves));
    for (const char* ending : {".svg", ".png"}) write_picture(run_options.out / (sweep.name + ending), figure);
    return curves;
  }

  const StudyRow& submitted_row(const GroupOutcome& group) const {
    std::vector<std::string> ids;
    for (const StudyRow& row : group.rows) {
      if (row.id == submission) return row;
      ids.push_back(row.id);
    }
    throw Error(fmt::format("submission is '{}': the methods of this study are {}", submission, fmt::join(ids, ", ")));
  }

  /// Of data sets that have a server; the others' maps stay where they are.
  void write_submissions(const StudyOutcome& outcome) const {
    for (const GroupOutcome& group : outcome.groups) {
      const StudyRow& row = submitted_row(group);
      for (const Scene& scene : group.scenes) {
        const fs::path map = files_of(run_options.out, {group.group, scene, row}).map;
        if (!has_server(scene) || !fs::exists(map)) continue;
        write_submission(run_options.out / "submission" / scene.dataset, scene, read_disparity(map), "csca",
                         group.seconds(scene, row).value_or(0));
      }
    }
  }

  void write(const StudyOutcome& outcome, const OpenCv& opencv) const {
    const fs::path& out = run_options.out;
    std::string text;
    for (const StudyTable& table : outcome.tables) text += markdown(table) + "\n";
    std::string csv = "dataset,scene,method,variant,rules,region,figure,value\n";
    for (const GroupOutcome& group : outcome.groups) {
      csv += group.csv();
      text += markdown(scenes_table(group)) + "\n";
      if (!group.missing.empty()) text += fmt::format("Left out of {}:\n\n", group.group->title);
      for (const std::string& sentence : group.missing) text += fmt::format("- {}\n", sentence);
    }
    if (opencv.library == nullptr) text += opencv.absence + ".\n";
    if (!outcome.groups.empty()) write_file(out / "scores.csv", csv);
    write_file(out / "tables.md", text);
    if (!submission.empty()) write_submissions(outcome);
    print_out(text);
    if (no_report) return;
    if (!has_report_page()) {
      say("csca: no report.html: this csca was built without the report page; install nodejs and npm and build "
          "again\n");
      return;
    }
    write_file(out / "report.html", report_page(report_data(outcome, out, command_line())));
  }
};

}  // namespace

Run study_command(Arguments& arguments) {
  auto command = std::make_shared<StudyCommand>();
  arguments.notes(
      "Matches every pair found under --data by each method, plain (X) and across scales (S+X), and by OpenCV's "
      "matchers where they are built in, and scores the maps by the benchmark's own rules. A study that was stopped, "
      "however, goes on where it was: what is in --out already is not matched again. docs/datasets.md tells how data "
      "sets are laid out, docs/study.md what is written.");
  arguments.examples({"csca study all --data DIR --out study",
                      "csca study middlebury --data DIR --preset paper --out paper",
                      "csca study kitti --data DIR --methods gf,gf+nl --refine wm,median --levels 128 --keep-going",
                      "csca study lambda --data DIR --methods box --values 0,0.3,1,3"});
  std::vector<Choice> subjects = {{"all", "all of these that are found, lambda and scales"}};
  std::vector<Choice> group_names;
  for (const StudyGroup& group : study_groups()) {
    subjects.push_back({std::string(group.name), std::string(group.title)});
    group_names.push_back({std::string(group.name)});
  }
  subjects.push_back({"lambda", "error against the strength of the regularisation"});
  subjects.push_back({"scales", "error and time against the number of scales"});
  arguments.option("WHAT", command->what, "what to study:")
      .required()
      .takes("WHAT", subjects)
      .essential("what to study");
  arguments.option("--data", command->data_folder, "folder that holds data sets").takes_folder().required().essential();
  arguments.option("--out", command->out_folder, "folder for scores, maps, tables and the report")
      .takes_folder()
      .shows_default()
      .essential();
  arguments
      .option("--methods", command->choice.methods,
              "aggregations, mixtures too: box,gf,gf+st (default: the paper's, and gf+st)")
      .takes("LIST")
      .takes_list()
      .completes(field_choices("method"))
      .joined_by(",+")
      .essential();
  arguments
      .option("--preset", command->choice.preset, "settings of 'csca match': paper for the authors' (default: ours)")
      .takes("NAME")
      .completes(preset_choices())
      .essential();
  arguments
      .option("--set", command->settings,
              "any other option of 'csca match', such as --set gf_radius=7; may be repeated")
      .takes("NAME=VALUE")
      .completes(setting_choices())
      .takes_all();
  arguments
      .option("--refine", command->refine,
              "also refine every map by these steps, such as wm,median; none for no map at all (default: nl, where "
              "the paper does)")
      .takes("STEPS")
      .completes(field_choices("refine"))
      .joined_by(",")
      .essential();
  arguments.option("--levels", command->scenes.levels, "disparities searched (default: the benchmark's)")
      .takes("N")
      .essential();
  arguments.option("--scenes", command->scenes.names, "only pairs of these names")
      .takes("LIST")
      .takes_list()
      .essential();
  arguments.option("--on", command->on, "group that lambda and scales are studied on")
      .takes("NAME", group_names)
      .shows_default();
  arguments.option("--values", command->values, "values of lambda, or numbers of scales").takes("LIST").takes_list();
  arguments.option("--jobs", command->run_options.jobs, "pairs matched at a time, 0 for one a core")
      .takes("N")
      .shows_default()
      .essential();
  arguments
      .flag("--keep-going", command->run_options.keep_going, "leave out what cannot be read or matched, and name it")
      .essential();
  arguments
      .option("--submission", command->submission,
              "also write this method's maps, such as s+gf, as the benchmarks' servers take them")
      .takes("METHOD");
  arguments.flag("--no-opencv", command->no_opencv, "leave out OpenCV's matchers");
  arguments.flag("--no-report", command->no_report, "no report.html");
  arguments.flag("-q,--quiet", command->run_options.quiet, "no progress bar");
  add_simd_flag(arguments);
  return [command] { command->run(); };
}

}  // namespace csca::app
